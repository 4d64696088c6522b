import type { LayoutMode } from './layout-config.ts'

const line = 'stroke-line'

/** A small drawing of a layout. It uses the shell's colour variables. */
export function LayoutThumbnail({ mode }: { mode: LayoutMode }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 120 76" className="w-full rounded-[5px] border border-line">
      <rect width="120" height="76" className="fill-ground" />
      {mode === 'Default' && (
        <>
          <rect x="4.5" y="4.5" width="29" height="67" rx="4" className={`fill-(--menu) ${line}`} />
          <Entries x={8} y={15} />
          <rect x="38" y="6" width="16" height="7" rx="2" className="fill-(--tab-active)" />
          <Bar x={41} y={8.5} width={10} className="fill-(--tab-active-ink)" />
          <Bar x={59} y={8.5} width={9} className="fill-(--tab-ink)" />
          <rect x="86.5" y="4.5" width="29" height="10" rx="3" className={`fill-(--bar) ${line}`} />
          <Tools x={91} y={8} />
          <Page x={38} y={19} width={78} />
        </>
      )}
      {mode === 'Classic' && (
        <>
          <rect width="30" height="76" className="fill-(--menu)" />
          <Entries x={4} y={15} />
          <rect x="30" width="90" height="13" className="fill-(--bar)" />
          <rect x="34" width="18" height="13" className="fill-(--tab-active)" />
          <Bar x={38} y={5} width={10} className="fill-(--tab-active-ink)" />
          <Bar x={57} y={5} width={9} className="fill-(--tab-ink)" />
          <Tools x={95} y={5} />
          <path d="M30.5 0v76M30 13.5h90" className={line} />
          <Page x={35} y={18} width={80} />
        </>
      )}
      {mode === 'Streamline' && (
        <>
          <rect width="120" height="13" className="fill-(--bar)" />
          <Logo x={4} y={4} />
          <Row x={20} />
          <Tools x={95} y={5} />
          <path d="M0 13.5h120" className={line} />
          <Page x={6} y={18} width={108} />
        </>
      )}
      {mode === 'Double' && (
        <>
          <rect width="30" height="76" className="fill-(--menu)" />
          <Entries x={4} y={15} />
          <rect x="30" width="90" height="13" className="fill-(--bar)" />
          <Row x={36} />
          <Tools x={95} y={5} />
          <path d="M30.5 0v76M30 13.5h90" className={line} />
          <Page x={35} y={18} width={80} />
        </>
      )}
    </svg>
  )
}

type Spot = { x: number; y: number }

function Bar({ x, y, width, className }: Spot & { width: number; className: string }) {
  return <rect x={x} y={y} width={width} height="3" rx="1.5" opacity="0.75" className={className} />
}

function Logo({ x, y }: Spot) {
  return <rect x={x} y={y} width="5" height="5" rx="1.5" className="fill-accent-solid" />
}

/** A vertical menu. Its second entry is the current one. */
function Entries({ x, y }: Spot) {
  return (
    <>
      <Logo x={x} y={y - 8} />
      {[0, 1, 2, 3, 4].map((row) => (
        <Bar
          key={row}
          x={x}
          y={y + row * 8}
          width={row === 1 ? 17 : 14}
          className={row === 1 ? 'fill-(--menu-mark)' : 'fill-(--menu-ink)'}
        />
      ))}
    </>
  )
}

/** A horizontal menu in the bar. Its first entry is the current one. */
function Row({ x }: { x: number }) {
  return [0, 1, 2].map((place) => (
    <Bar
      key={place}
      x={x + place * 17}
      y={5}
      width={12}
      className={place === 0 ? 'fill-(--menu-mark)' : 'fill-(--bar-ink)'}
    />
  ))
}

function Tools({ x, y }: Spot) {
  return [0, 1, 2].map((place) => (
    <circle key={place} cx={x + place * 7 + 1.5} cy={y + 1.5} r="1.5" opacity="0.75" className="fill-(--bar-ink)" />
  ))
}

function Page({ x, y, width }: Spot & { width: number }) {
  return (
    <>
      <rect x={x} y={y} width={width} height={22} rx="3" className="fill-surface" />
      <rect x={x} y={y + 26} width={width} height={76 - y - 31} rx="3" className="fill-surface" />
    </>
  )
}
