import { Link } from "react-router-dom";
import { useKept } from "../state/kept";
import { sayInfo, sayUndo } from "../state/toasts";

/** Keeps the spot that is shown: source, line, cards and seat are all in its address. */
export function BookmarkButton({ to, name }: { to: string; name: string }) {
  const isKept = useKept((state) => state.bookmarks.some((each) => each.to === to));
  const { keepBookmark, dropBookmark } = useKept.getState();
  const toggle = () => {
    if (isKept) dropBookmark(to);
    else keepBookmark({ to, name });
    sayInfo(isKept ? "Bookmark taken away." : "Bookmarked: the library lists it.");
  };
  return (
    <button type="button" className="button small" aria-pressed={isKept} onClick={toggle}>
      Bookmark
    </button>
  );
}

/** The spots that were kept, newest first. */
export function BookmarkList() {
  const { bookmarks, keepBookmark, dropBookmark } = useKept();
  if (bookmarks.length === 0) return null;
  return (
    <section aria-labelledby="bookmarks" className="shelf">
      <h2 id="bookmarks">Bookmarks</h2>
      <ul className="bookmarks">
        {bookmarks.map((bookmark) => (
          <li key={bookmark.to}>
            <Link to={bookmark.to}>{bookmark.name}</Link>{" "}
            <button
              type="button"
              className="button small"
              aria-label={`Take away the bookmark of ${bookmark.name}`}
              onClick={() => {
                dropBookmark(bookmark.to);
                sayUndo("Bookmark taken away.", () => keepBookmark(bookmark));
              }}
            >
              ×
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
