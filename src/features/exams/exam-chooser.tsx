import { m } from '#src/i18n/paraglide/messages.js'
import { labelText } from '#src/resource/label.ts'
import { Combobox } from '#src/ui/combobox.tsx'
import { examStates } from './exam.schema.ts'
import { examOptions } from './exam-options.ts'

type ExamChooserProps = {
  exams: readonly { id: number; name: string; state: string }[]
  value: number | undefined
  onChange(id: number): void
}

/** Chooses the exam that a page is about. */
export function ExamChooser({ exams, value, onChange }: ExamChooserProps) {
  const stateOf = (state: string) => {
    const found = examStates.find((one) => one.value === state)
    return found ? labelText(found.label) : state
  }
  return (
    <div className="w-72 max-w-full">
      <Combobox
        aria-label={m.exam_choose()}
        items={examOptions(exams, ({ name, state }) => `${name} · ${stateOf(state)}`)}
        value={value === undefined ? null : String(value)}
        clearable={false}
        onChange={(next) => next && onChange(Number(next))}
      />
    </div>
  )
}
