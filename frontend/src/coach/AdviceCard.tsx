import type { Advice } from "../api/studyTypes";
import { amountsIn, percent, retell } from "../lib/format";
import { usePreferences } from "../state/preferences";
import { EquityBar } from "./EquityBar";
import { OptionList } from "./OptionList";

interface AdviceCardProps {
  advice: Advice;
  bigBlind: number;
}

const TONES: Record<NonNullable<Advice["action"]>, string> = {
  fold: "fold",
  check: "passive",
  call: "passive",
  raise: "aggressive",
  draw: "draw",
};

export function AdviceCard({ advice, bigBlind }: AdviceCardProps) {
  const units = usePreferences((state) => state.units);
  const amounts = [advice.text, ...advice.options.map((option) => option.label)].flatMap(amountsIn);
  const tell = (text: string) => retell(text, amounts, units, bigBlind);
  return (
    <section className="advice" aria-label="Advice">
      <p className="advice-action">
        <span className={advice.action ? `tag tone-${TONES[advice.action]}` : "tag"}>{tell(advice.text)}</span>
      </p>
      <p className="advice-why">{tell(advice.why)}</p>
      {advice.equity !== null && (
        <EquityBar equity={advice.equity} required={advice.required_equity} against={advice.against} />
      )}
      <dl className="factors">
        {advice.factors.map((factor) => (
          <div className="factor" key={factor.name}>
            <dt>{factor.label}</dt>
            <dd>{factor.value}</dd>
          </div>
        ))}
      </dl>
      {advice.options.length > 0 && <OptionList options={advice.options} isFinal={advice.is_final} tell={tell} />}
      {advice.whole_range.length > 0 && <WholeRange shares={advice.whole_range} />}
      {advice.improvements.length > 0 && <Improvements improvements={advice.improvements} />}
      <p className="method">{advice.method}</p>
    </section>
  );
}

const DOES: Record<string, string> = { fold: "folds", check: "checks", call: "calls", raise: "bets or raises" };

/** What the strategy does over all hands that come here, so that one hand is seen as a part. */
function WholeRange({ shares }: { shares: Advice["whole_range"] }) {
  return (
    <p className="whole-range">
      With all its hands the strategy {shares.map((each) => `${DOES[each.action] ?? each.action} ${percent(each.share)}`).join(", ")}
    </p>
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
