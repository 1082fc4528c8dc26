export default function StatsPage() { return <p className="page">Stats</p>; }
