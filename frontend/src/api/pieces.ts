/** Files that are too large for one request go to the server in pieces. */
import type { components } from "./schema";

export type Upload = components["schemas"]["UploadView"];

/** Sends what the server does not have yet; `tell` hears the share that is there. */
export async function sendPieces(path: string, begun: Upload, content: Blob, tell: (share: number) => void): Promise<void> {
  let upload = begun;
  while (upload.received < upload.bytes) {
    upload = await sendPiece(path, upload, content.slice(upload.received, upload.received + upload.piece));
    tell(upload.received / upload.bytes);
  }
}

async function sendPiece(path: string, upload: Upload, piece: Blob): Promise<Upload> {
  if (piece.size === 0) throw new Error("The file is shorter than was said.");
  const answer = await fetch(`/api${path}/${upload.id}?offset=${upload.received}`, {
    method: "PUT",
    credentials: "same-origin",
    headers: { "content-type": "application/octet-stream" },
    body: piece,
  });
  const told: unknown = await answer.json().catch(() => null);
  if (!answer.ok) throw new Error((told as { message?: string } | null)?.message ?? `The server responded with status ${answer.status}.`);
  return told as Upload;
}
