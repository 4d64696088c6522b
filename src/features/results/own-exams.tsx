import { OwnCard } from '#src/features/auth/own-card.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import { Button } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import type { ListedPupil } from './own-results.queries.ts'

/** The exams of a pupil whose results the family sees, the latest first. */
export function OwnExams({ pupil, onOpen }: { pupil: ListedPupil; onOpen(exam: number): void }) {
  return (
    <OwnCard heading={m.result_exams({ name: pupil.name })} text={m.result_text()} wide>
      {pupil.exams.length === 0 ? (
        <EmptyState title={m.result_noExam()} hint={m.result_noExamHint()} />
      ) : (
        <ul className="divide-y divide-line">
          {pupil.exams.map(({ id, name, since, until }) => (
            <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3">
              <div className="min-w-0 flex-1 basis-56">
                <p className="font-medium wrap-anywhere">{name}</p>
                <p className="text-sm text-muted">{since === until ? since : `${since} – ${until}`}</p>
              </div>
              <Button
                size="sm"
                aria-label={m.result_openOf({ name })}
                onClick={() => onOpen(id)}
                className="pointer-coarse:h-11"
              >
                {m.result_open()}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </OwnCard>
  )
}
