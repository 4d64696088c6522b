import { m } from '#src/i18n/paraglide/messages.js'

/** A figure of a change history. Each row has the old and the new value; bars represent the words. */
export function HistoryFigure() {
  const rows = [
    { y: 10, before: 74, after: 112 },
    { y: 84, before: 96, after: 66 },
    { y: 158, before: 58, after: 88 },
  ]
  return (
    <svg role="img" aria-label={m.home_historyFigure()} viewBox="0 0 440 236" className="w-full max-w-[30rem]">
      <path d="M34 26V236" className="stroke-line-button" strokeWidth="1.5" />
      {rows.map(({ y, before, after }) => (
        <g key={y}>
          <circle cx="34" cy={y + 18} r="6" className="fill-surface stroke-accent" strokeWidth="2" />
          <rect x="58" y={y} width="364" height="60" rx="8" className="fill-surface stroke-line" />
          <circle cx="78" cy={y + 18} r="8" className="fill-accent-soft" />
          <Bar x={94} y={y + 14} width={64} className="fill-line-strong" />
          <Bar x={336} y={y + 14} width={70} className="fill-line-button" />
          <Bar x={70} y={y + 39} width={before} className="fill-danger-soft" />
          <path d={`M${66} ${y + 43}h${before + 8}`} className="stroke-danger-ink" strokeWidth="1.5" />
          <path
            d={`M${before + 88} ${y + 43}h14m-5 -5l5 5l-5 5`}
            fill="none"
            strokeWidth="1.5"
            className="stroke-line-strong"
          />
          <Bar x={before + 114} y={y + 39} width={after} className="fill-success-ink" />
        </g>
      ))}
    </svg>
  )
}

function Bar({ x, y, width, className }: { x: number; y: number; width: number; className: string }) {
  return <rect x={x} y={y} width={width} height="8" rx="4" className={className} />
}
