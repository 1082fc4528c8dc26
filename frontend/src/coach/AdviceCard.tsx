import type { Advice } from "../api/studyTypes";
import { retell } from "../lib/format";
import { usePreferences } from "../state/preferences";
import { EquityBar } from "./EquityBar";
import { OptionList } from "./OptionList";

interface AdviceCardProps {
  advice: Advice;
  bigBlind: number;
}

const TONES: Record<Advice["action"], string> = {
  fold: "fold",
  check: "passive",
  call: "passive",
  raise: "aggressive",
  draw: "draw",
};

export function AdviceCard({ advice, bigBlind }: AdviceCardProps) {
  const units = usePreferences((state) => state.units);
  const amounts = advice.options.flatMap((option) => option.amount ?? []);
  const tell = (text: string) => retell(text, advice.amount ? [...amounts, advice.amount] : amounts, units, bigBlind);
  return (
    <section className="advice" aria-label="Advice">
      <p className="advice-action">
        <span className={`tag tone-${TONES[advice.action]}`}>{tell(advice.text)}</span>
      </p>
      <p className="advice-why">{tell(advice.why)}</p>
      <EquityBar equity={advice.equity} required={advice.required_equity} />
      <dl className="factors">
        {advice.factors.map((factor) => (
          <div className="factor" key={factor.name}>
            <dt>{factor.label}</dt>
            <dd>{factor.value}</dd>
          </div>
        ))}
      </dl>
      <OptionList options={advice.options} tell={tell} />
      {advice.improvements.length > 0 && <Improvements improvements={advice.improvements} />}
      <p className="method">{advice.method}</p>
    </section>
  );
}

function Improvements({ improvements }: Pick<Advice, "improvements">) {
  return (
    <details className="improvements">
      <summary>Odds of improving</summary>
      <ul>
        {improvements.map((each) => (
          <li key={each.words}>
            <span>{each.words}</span>
            <span className="bar" aria-hidden="true">
              <span style={{ width: `${each.chance * 100}%` }} />
            </span>
            <span className="number">
              {(each.chance * 100).toFixed(1)} %{each.outs !== null && ` · ${each.outs} outs`}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
