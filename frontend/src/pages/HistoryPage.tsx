export default function HistoryPage() { return <p className="page">History</p>; }
