import { useEffect, useRef } from "react";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import type { ProfitSeries } from "../api/studyTypes";

const HEIGHT = 300;
const WHOLE_HANDS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000];

const colour = (name: string) => {
  const probe = document.createElement("span");
  probe.style.color = `var(${name})`;
  document.body.append(probe);
  const found = getComputedStyle(probe).color;
  probe.remove();
  return found;
};

function optionsFor(width: number): uPlot.Options {
  const axis: uPlot.Axis = { stroke: colour("--muted"), grid: { stroke: colour("--line"), width: 1 }, ticks: { show: false } };
  return {
    width,
    height: HEIGHT,
    scales: { x: { time: false } },
    axes: [{ ...axis, label: "hands", labelSize: 22, incrs: WHOLE_HANDS }, { ...axis, label: "big blinds", labelSize: 22 }],
    series: [
      { label: "Hand" },
      { label: "Won", stroke: colour("--good"), width: 2.2 },
      { label: "All-in adjusted", stroke: colour("--accent"), width: 1.8, dash: [6, 4] },
    ],
    cursor: { drag: { x: true, y: false } },
  };
}

/** Won and all-in-adjusted big blinds over the hands; drag to zoom, double click to see all. */
export function ProfitGraph({ profit }: { profit: ProfitSeries }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const plot = new uPlot(optionsFor(element.clientWidth), [profit.hands, profit.profit, profit.adjusted], element);
    const observer = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: HEIGHT }));
    observer.observe(element);
    return () => {
      observer.disconnect();
      plot.destroy();
    };
  }, [profit]);
  const last = profit.profit.at(-1) ?? 0;
  const adjusted = profit.adjusted.at(-1) ?? 0;
  return (
    <div
      ref={box}
      className="profit-graph"
      role="img"
      aria-label={`Profit over ${profit.hands.length} points: ${last.toFixed(1)} big blinds won, ${adjusted.toFixed(1)} adjusted for all-ins`}
    />
  );
}
