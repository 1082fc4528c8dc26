import { useRef, useState } from "react";
import { request } from "../api/client";
import { sendPieces, type Upload } from "../api/pieces";
import { sayError, sayInfo } from "../state/toasts";
import type { LibraryEntry } from "./api";

const MANIFEST = "manifest.json";

/** A folder of manifest and arrays, dropped or chosen; sent in pieces and checked by the server before it is kept. */
export function DropFolder({ onDone }: { onDone(): void }) {
  const [progress, setProgress] = useState<number | null>(null);
  const [isOver, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const bring = async (files: File[], name: string) => {
    if (files.length === 0) return;
    setProgress(0);
    try {
      const entry = await send(files, name, setProgress);
      sayInfo(`${entry.title} is in the library.`);
      onDone();
    } catch (error) {
      sayError(error);
    } finally {
      setProgress(null);
    }
  };
  return (
    <div
      className={isOver ? "drop-folder over" : "drop-folder"}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        const entry = event.dataTransfer.items[0]?.webkitGetAsEntry();
        if (entry?.isDirectory) void filesIn(entry as FileSystemDirectoryEntry).then((files) => bring(files, entry.name), sayError);
        else void bring([...event.dataTransfer.files], "dropped");
      }}
    >
      {progress === null ? (
        <>
          <span>Drop a solution’s folder here, or</span>
          <button type="button" className="button small" onClick={() => input.current?.click()}>
            choose its files
          </button>
          <input
            ref={input}
            type="file"
            multiple
            hidden
            aria-label="Files of a solution"
            accept=".json,.safetensors"
            onChange={(event) => {
              const files = [...(event.target.files ?? [])];
              event.target.value = "";
              void bring(files, "uploaded");
            }}
          />
        </>
      ) : (
        <label className="upload-progress">
          Sending <progress max={1} value={progress} /> {Math.round(progress * 100)} %
        </label>
      )}
    </div>
  );
}

function filesIn(folder: FileSystemDirectoryEntry): Promise<File[]> {
  return new Promise((resolve, reject) =>
    folder.createReader().readEntries((entries) => {
      const files = entries.filter((entry) => entry.isFile) as FileSystemFileEntry[];
      Promise.all(files.map((file) => new Promise<File>((done, fail) => file.file(done, fail)))).then(resolve, reject);
    }, reject),
  );
}

async function send(files: readonly File[], name: string, tell: (part: number) => void): Promise<LibraryEntry> {
  const manifest = files.find((file) => file.name === MANIFEST);
  const arrays = files.find((file) => file.name.endsWith(".safetensors"));
  if (!manifest || !arrays) throw new Error("A solution is a folder with manifest.json and one .safetensors file.");
  const body = { name: name.replace(/[^A-Za-z0-9 _.-]/g, "-").slice(0, 60) || "uploaded", manifest: await manifest.text() };
  const upload = await request<Upload>("POST", "/explore/uploads", { body });
  await sendPieces("/explore/uploads", upload, arrays, tell);
  return request<LibraryEntry>("POST", `/explore/uploads/${upload.id}/finish`);
}
