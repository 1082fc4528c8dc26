import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { BrowserRouter } from "react-router-dom";
import { App } from "./App";
import { applyPreferences, usePreferences } from "./state/preferences";
import "./styles/index.css";

const follow = () => applyPreferences(usePreferences.getState(), document.documentElement);
follow();
usePreferences.subscribe(follow);

const root = document.getElementById("root");
if (!root) throw new Error("the page has no #root element");
createRoot(root).render(
  <StrictMode>
    <BrowserRouter>
      <App />
    </BrowserRouter>
  </StrictMode>,
);
