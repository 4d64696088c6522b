import temml from 'temml'
import 'temml/dist/Temml-Local.css'
import { MAX_FORMULA } from '#src/lib/rich-text-rules.ts'

/**
 * Draws a formula into an element, as MathML, which screen readers read too.
 * @returns false when the source is no formula; the element then shows the source
 */
export function drawFormula(element: HTMLElement, latex: string, block: boolean): boolean {
  try {
    // `trust` is off: a formula neither links nor loads anything. The limits stop macros that grow.
    temml.render(latex.slice(0, MAX_FORMULA), element, {
      displayMode: block,
      throwOnError: true,
      trust: false,
      strict: false,
      maxExpand: 200,
      maxSize: [40, 20],
    })
    return true
  } catch {
    element.textContent = latex
    return false
  }
}
