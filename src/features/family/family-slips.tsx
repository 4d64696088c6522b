import { PaperSlips } from '#src/crud/print/paper-slips.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import type { GroupedSlip } from './codes-made.tsx'

type FamilySlipsProps = {
  slips: readonly GroupedSlip[]
  /** When the codes end, as text. */
  until: string
  onDone(): void
}

/** Slips with family codes on paper, to be cut apart: those of a class together. It prints at once. */
export function FamilySlips({ slips, until, onDone }: FamilySlipsProps) {
  const address = `${location.origin}/user`
  const groups = [...Map.groupBy(slips, ({ organization }) => organization)].map(([organization, own]) => ({
    title: organization,
    slips: own.map(({ name, number, school, holder, code }) => ({
      key: code,
      title: name,
      lines: [
        { label: m.student_number(), text: number },
        { label: m.student_school(), text: school },
        {
          label: m.familyCodes_holder(),
          text: holder === 'self' ? m.familyCodes_slipFor() : m.familyCodes_slipForGuardian(),
        },
        { label: m.family_code(), text: code, code: true as const },
      ],
      text: m.familyCodes_slip({ address, until }),
    })),
  }))
  return <PaperSlips groups={groups} onDone={onDone} />
}
