import { useEffect, useState } from "react";
import { NavLink, useLocation } from "react-router-dom";
import { useMediaQuery } from "../lib/hooks";
import { toggleUnits, usePreferences } from "../state/preferences";
import { Logo } from "./Logo";
import { SettingsDialog } from "./SettingsDialog";
import { TableTabs } from "./TableTabs";

/** The explorer and the form of a new solve belong to the library. */
const EXPLORING = /^\/(explore|solve)/;

export function Header() {
  const [areSettingsOpen, setSettingsOpen] = useState(false);
  const units = usePreferences((state) => state.units);
  const { pathname } = useLocation();
  const isNarrow = useMediaQuery("(max-width: 720px)");
  const [isMenuOpen, setMenuOpen] = useState(false);
  useEffect(() => setMenuOpen(false), [pathname]);
  return (
    <header className="header">
      <NavLink to="/" className="brand" aria-label="Gutshot, start page">
        <Logo />
        <span className="brand-name">Gutshot</span>
      </NavLink>
      <TableTabs />
      {isNarrow && (
        <button className="button small pages-button" aria-expanded={isMenuOpen} aria-controls="pages" onClick={() => setMenuOpen(!isMenuOpen)}>
          Pages
        </button>
      )}
      <nav id="pages" className={isMenuOpen ? "nav open" : "nav"} aria-label="Pages">
        <NavLink to="/" end>
          Play
        </NavLink>
        <NavLink to="/preflop">Preflop</NavLink>
        <NavLink to="/library" className={({ isActive }) => (isActive || EXPLORING.test(pathname) ? "active" : "")}>
          Explore
        </NavLink>
        <NavLink to="/drills">Drills</NavLink>
        <NavLink to="/simulator">Simulator</NavLink>
        <NavLink to="/jobs">Jobs</NavLink>
        <NavLink to="/hands">Hands</NavLink>
        <NavLink to="/stats">Statistics</NavLink>
      </nav>
      <div className="header-tools">
        <button
          className="unit-toggle"
          onClick={toggleUnits}
          aria-label={`chips bb: amounts are in ${units === "chips" ? "chips" : "big blinds"}, change`}
        >
          <span className={units === "chips" ? "on" : ""}>chips</span>{" "}
          <span className={units === "bb" ? "on" : ""}>bb</span>
        </button>
        <button className="icon-button" aria-label="Settings" onClick={() => setSettingsOpen(true)}>
          <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
            <path
              fill="none"
              stroke="currentColor"
              strokeWidth="1.800"
              strokeLinecap="round"
              d="M4 7h9m5 0h2M4 17h2m5 0h9M13 7a2.500 2.500 0 1 0 5 0 2.500 2.500 0 1 0-5 0M6 17a2.500 2.500 0 1 0 5 0 2.500 2.500 0 1 0-5 0"
            />
          </svg>
        </button>
      </div>
      {areSettingsOpen && <SettingsDialog onClose={() => setSettingsOpen(false)} />}
    </header>
  );
}
