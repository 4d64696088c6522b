import { m } from '#src/i18n/paraglide/messages.js'
import { type MarkFault, markText } from './mark-cell.ts'

/** What is wrong with a typed mark, in words. */
export function faultText(fault: MarkFault, { fullMark, step }: { fullMark: number; step: number }): string {
  switch (fault) {
    case 'form':
      return m.examData_faultForm()
    case 'over':
      return m.examData_faultOver({ full: markText(fullMark) })
    case 'step':
      return m.examData_faultStep({ step: markText(step) })
  }
}
