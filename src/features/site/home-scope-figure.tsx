import { m } from '#src/i18n/paraglide/messages.js'
import { cx } from '#src/lib/cx.ts'

type Box = { x: number; y: number; label: string; inside: boolean }

const WIDTH = 92
const HEIGHT = 30

/** A tree of organizations. One organization and everything below it is highlighted. */
export function ScopeFigure() {
  const boxes: Box[] = [
    { x: 174, y: 8, label: m.organization_type_bureau(), inside: false },
    { x: 58, y: 68, label: m.organization_type_district(), inside: false },
    { x: 282, y: 68, label: m.organization_type_district(), inside: true },
    { x: 8, y: 128, label: m.organization_type_school(), inside: false },
    { x: 108, y: 128, label: m.organization_type_school(), inside: false },
    { x: 232, y: 128, label: m.organization_type_school(), inside: true },
    { x: 332, y: 128, label: m.organization_type_school(), inside: true },
    { x: 232, y: 188, label: m.organization_type_class(), inside: true },
    { x: 332, y: 188, label: m.organization_type_class(), inside: true },
  ]
  return (
    <svg role="img" aria-label={m.home_scopeFigure()} viewBox="0 0 440 236" className="w-full max-w-[30rem]">
      <rect
        x="216"
        y="54"
        width="222"
        height="178"
        rx="12"
        strokeDasharray="5 4"
        className="fill-accent-soft stroke-accent"
      />
      <g fill="none" strokeWidth="1.5" className="stroke-line-strong">
        <path d="M220 38v15M104 68v-15h224v15M104 98v15M54 128v-15h100v15M328 98v15M278 128v-15h100v15M278 158v30M378 158v30" />
      </g>
      {boxes.map(({ x, y, label, inside }) => (
        <g key={`${x} ${y}`}>
          <rect
            x={x}
            y={y}
            width={WIDTH}
            height={HEIGHT}
            rx="6"
            className={cx('fill-surface', inside ? 'stroke-accent' : 'stroke-line-button')}
          />
          <text
            x={x + WIDTH / 2}
            y={y + 19.5}
            textAnchor="middle"
            className={cx('text-[13px]', inside ? 'fill-accent-ink' : 'fill-muted')}
          >
            {label}
          </text>
        </g>
      ))}
    </svg>
  )
}
