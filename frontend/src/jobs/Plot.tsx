import { useEffect, useRef } from "react";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";

/** A colour of the theme as the canvas needs it. */
export function themeColour(name: string): string {
  const probe = document.createElement("span");
  probe.style.color = `var(${name})`;
  document.body.append(probe);
  const found = getComputedStyle(probe).color;
  probe.remove();
  return found;
}

export function axisOf(label: string, more: Partial<uPlot.Axis> = {}): uPlot.Axis {
  const line = { stroke: themeColour("--line"), width: 1 };
  return { stroke: themeColour("--muted"), grid: line, ticks: { show: false }, label, labelSize: 22, ...more };
}

interface PlotProps {
  /** What is drawn, in words. */
  label: string;
  height: number;
  data: uPlot.AlignedData;
  /** When this changes the plot is made anew; data alone are put into the one there is. */
  shape: string;
  options(): Omit<uPlot.Options, "width" | "height">;
}

/** A uPlot that takes the width of its place and is fed as data come in. */
export function Plot({ label, height, data, shape, options }: PlotProps) {
  const box = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const made = new uPlot({ ...options(), width: element.clientWidth, height }, data, element);
    plot.current = made;
    const observer = new ResizeObserver(() => made.setSize({ width: element.clientWidth, height }));
    observer.observe(element);
    return () => {
      observer.disconnect();
      made.destroy();
      plot.current = null;
    };
    // The shape says everything that the options depend on; data follow below.
  }, [shape, height]);
  useEffect(() => {
    plot.current?.setData(data);
  }, [data]);
  return <div ref={box} className="plot" role="img" aria-label={label} />;
}
