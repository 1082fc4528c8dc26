export default function ReplayPage() { return <p className="page">Replay</p>; }
