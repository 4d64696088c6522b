/**
 * The line where a dragged row will be dropped. Its ends tell it from the other lines of a list without its colour.
 * It is in an element that scrolls, before the rows, and stays in sight when that scrolls sideways.
 * @param top pixels from the top of that element's content
 */
export function DropLine({ top }: { top: number }) {
  return (
    <div aria-hidden className="no-print pointer-events-none sticky left-0 z-15 h-0">
      <div data-drop-line className="absolute inset-x-0 -mt-px border-t-2 border-accent-ink" style={{ top }}>
        <span className="absolute -top-[5px] left-0 size-2 rounded-full border-2 border-accent-ink bg-surface" />
        <span className="absolute -top-[5px] right-0 size-2 rounded-full border-2 border-accent-ink bg-surface" />
      </div>
    </div>
  )
}
