import { useEffect, useRef } from 'react'
import { lazyModule } from '#src/ui/lazy.tsx'

/** The code that draws formulas. It loads when the first formula is there. */
export const formulaCode = lazyModule(() => import('./formula-code.ts'))

/** A formula. Until its code has loaded, and when it cannot be read, its source is shown. */
export function Formula({ latex, block }: { latex: string; block: boolean }) {
  const place = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    let current = true
    const draw = async () => {
      const { drawFormula } = await formulaCode.load()
      if (current && place.current) place.current.dataset.wrong = String(!drawFormula(place.current, latex, block))
    }
    draw().catch(() => undefined)
    return () => {
      current = false
    }
  }, [latex, block])
  return (
    <span className="rich-formula" data-display={block ? 'block' : undefined}>
      {/* Keyed, because what is drawn is not React's. */}
      <span key={latex} ref={place}>
        {latex}
      </span>
    </span>
  )
}
