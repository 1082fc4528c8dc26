import { Link } from "react-router-dom";
import { useTitle } from "../lib/hooks";

export function NotFoundPage() {
  useTitle("Not found");
  return (
    <div className="page notice">
      <h1>Nothing here</h1>
      <p>
        There is no page at this address. <Link to="/">Back to the start page</Link>
      </p>
    </div>
  );
}
