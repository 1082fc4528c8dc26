import { useMemo } from "react";
import type uPlot from "uplot";
import { axisOf, Plot, themeColour } from "../jobs/Plot";
import type { SimRun } from "../jobs/api";
import { slotColour, slotDash } from "./palette";
import type { Shown } from "./rates";

interface EquityCurvesProps {
  run: SimRun;
  shown: Shown;
  height?: number;
}

/** Big blinds won so far by each agent; drag to zoom, double click to see all, click a name to hide it. */
export function EquityCurves({ run, shown, height = 320 }: EquityCurvesProps) {
  const data = useMemo<uPlot.AlignedData>(
    () => [[0, ...(run.curves[0]?.hands ?? [])], ...run.curves.map((curve) => [0, ...curve[shown]])],
    [run, shown],
  );
  const names = run.agents.map((agent) => agent.name);
  const last = run.curves.map((curve, slot) => `${names[slot]} ${(curve[shown].at(-1) ?? 0).toFixed(0)}`);
  return (
    <Plot
      label={`Big blinds won after ${run.hands} hands: ${last.join(", ")}`}
      height={height}
      data={data}
      shape={JSON.stringify([names, shown])}
      options={() => options(names)}
    />
  );
}

function options(names: readonly string[]): Omit<uPlot.Options, "width" | "height"> {
  return {
    scales: { x: { time: false } },
    axes: [
      axisOf("hands", { values: (_, values) => values.map((value) => value.toLocaleString("en-US")) }),
      axisOf("big blinds", { size: 62 }),
    ],
    series: [
      { label: "Hands", value: (_, value) => (value === null ? "–" : value.toLocaleString("en-US")) },
      ...names.map((label, slot) => ({
        label,
        stroke: slotColour(slot),
        dash: slotDash(slot),
        width: 2,
        points: { show: false },
      })),
    ],
    cursor: { drag: { x: true, y: false } },
    hooks: { drawAxes: [drawZero] },
  };
}

/** A line where nobody has won anything. */
function drawZero(plot: uPlot): void {
  const y = plot.valToPos(0, "y", true);
  const { left, width, top, height } = plot.bbox;
  if (y < top || y > top + height) return;
  const { ctx } = plot;
  ctx.save();
  ctx.strokeStyle = themeColour("--muted");
  ctx.lineWidth = 1;
  ctx.beginPath();
  ctx.moveTo(left, y);
  ctx.lineTo(left + width, y);
  ctx.stroke();
  ctx.restore();
}
