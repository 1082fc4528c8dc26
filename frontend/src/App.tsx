import { lazy, Suspense, useEffect, useState } from "react";
import { Route, Routes, useLocation } from "react-router-dom";
import { ensureSession } from "./api/client";
import { Header } from "./layout/Header";
import { Panel } from "./layout/Panel";
import { Toasts } from "./layout/Toasts";
import { NotFoundPage } from "./pages/NotFoundPage";
import { StartPage } from "./pages/StartPage";
import { TablePage } from "./pages/TablePage";

const ComparePage = lazy(() => import("./pages/ComparePage"));
const DrillPage = lazy(() => import("./pages/DrillPage"));
const DrillsPage = lazy(() => import("./pages/DrillsPage"));
const ExplorePage = lazy(() => import("./pages/ExplorePage"));
const JobsPage = lazy(() => import("./pages/JobsPage"));
const LibraryPage = lazy(() => import("./pages/LibraryPage"));
const HistoryPage = lazy(() => import("./pages/HistoryPage"));
const ImportJobPage = lazy(() => import("./pages/ImportJobPage"));
const MatchReplayPage = lazy(() => import("./pages/MatchReplayPage"));
const PreflopJobPage = lazy(() => import("./pages/PreflopJobPage"));
const PreflopPage = lazy(() => import("./pages/PreflopPage"));
const ReplayPage = lazy(() => import("./pages/ReplayPage"));
const ReportPage = lazy(() => import("./pages/ReportPage"));
const SimulationPage = lazy(() => import("./pages/SimulationPage"));
const SimulatorPage = lazy(() => import("./pages/SimulatorPage"));
const SolveJobPage = lazy(() => import("./pages/SolveJobPage"));
const SolvePage = lazy(() => import("./pages/SolvePage"));
const TrainingJobPage = lazy(() => import("./pages/TrainingJobPage"));
const StatsPage = lazy(() => import("./pages/StatsPage"));

export function App() {
  const [problem, setProblem] = useState<string | null>(null);
  const { pathname } = useLocation();
  useEffect(() => {
    ensureSession().catch((error: unknown) => setProblem(error instanceof Error ? error.message : String(error)));
  }, []);
  return (
    <div className="app">
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <Header />
      <main id="main" className="main" tabIndex={-1}>
        {problem ? (
          <p className="page notice" role="alert">
            {problem}
          </p>
        ) : (
          <Panel name="This page" of={pathname}>
            <Suspense fallback={<p className="page muted">Loading…</p>}>
              <Routes>
                <Route path="/" element={<StartPage />} />
                <Route path="/tables/:table" element={<TablePage />} />
                <Route path="/hands" element={<HistoryPage />} />
                <Route path="/hands/:ref" element={<ReplayPage />} />
                <Route path="/stats" element={<StatsPage />} />
                <Route path="/preflop" element={<PreflopPage />} />
                <Route path="/preflop/:job" element={<PreflopJobPage />} />
                <Route path="/library" element={<LibraryPage />} />
                <Route path="/explore" element={<ExplorePage />} />
                <Route path="/drills" element={<DrillsPage />} />
                <Route path="/drills/:drill" element={<DrillPage />} />
                <Route path="/jobs" element={<JobsPage />} />
                <Route path="/solve" element={<SolvePage />} />
                <Route path="/solve/:job" element={<SolveJobPage />} />
                <Route path="/reports/:job" element={<ReportPage />} />
                <Route path="/imports/:job" element={<ImportJobPage />} />
                <Route path="/training/:job" element={<TrainingJobPage />} />
                <Route path="/simulator" element={<SimulatorPage />} />
                <Route path="/simulator/compare" element={<ComparePage />} />
                <Route path="/simulator/:job" element={<SimulationPage />} />
                <Route path="/simulator/:job/hands/:hand" element={<MatchReplayPage />} />
                <Route path="*" element={<NotFoundPage />} />
              </Routes>
            </Suspense>
          </Panel>
        )}
      </main>
      <Toasts />
    </div>
  );
}
