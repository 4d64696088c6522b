import { Check } from 'lucide-react'
import { subjectTypes } from '#src/features/subject/subject.schema.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { labelText } from '#src/resource/label.ts'
import { ScrollBox } from '#src/ui/scroll-box.tsx'
import type { ExamOverview } from './exam.queries.ts'

/** The subjects of an exam, as its revision of the scheme has them. */
export function ExamSubjects({ exam }: { exam: ExamOverview }) {
  const yes = (is: boolean) => (is ? <Check role="img" aria-label={m.crud_yes()} size={16} /> : '–')
  return (
    <ScrollBox label={m.examScheme_subjects()} className="rounded-xl border border-line bg-surface">
      <table className="w-full">
        <thead>
          <tr className="border-b border-line text-left text-muted">
            <th className="px-4 py-2 font-medium">{m.examScheme_subject()}</th>
            <th className="px-4 py-2 font-medium">{m.subject_type()}</th>
            <th className="px-4 py-2 text-right font-medium">{m.examScheme_fullMark()}</th>
            <th className="px-4 py-2 font-medium">{m.examScheme_counts()}</th>
            <th className="px-4 py-2 font-medium">{m.examScheme_assigned()}</th>
          </tr>
        </thead>
        <tbody>
          {exam.subjects.map(({ id, name, kind, fullMark, counts, assigned }) => {
            const known = subjectTypes.find(({ value }) => value === kind)
            return (
              <tr key={id} className="border-line not-last:border-b">
                <th scope="row" className="px-4 py-2 text-left font-medium">
                  {name}
                </th>
                <td className="px-4 py-2">{known ? labelText(known.label) : kind}</td>
                <td className="tabular px-4 py-2 text-right">{fullMark}</td>
                <td className="px-4 py-2">{yes(counts)}</td>
                <td className="px-4 py-2">{yes(assigned)}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </ScrollBox>
  )
}
