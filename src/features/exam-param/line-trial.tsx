import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { failureText } from '#src/backend/failure-text.ts'
import { lineKinds } from '#src/features/exam-scheme/exam-scheme.options.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { formatCount } from '#src/lib/count.ts'
import { labelText } from '#src/resource/label.ts'
import { FormField } from '#src/ui/field.tsx'
import { ErrorLine } from '#src/ui/field-group.tsx'
import { NativeSelect } from '#src/ui/native-select.tsx'
import { NumberInput } from '#src/ui/number-input.tsx'
import { ScrollBox } from '#src/ui/scroll-box.tsx'
import { type ExamParamView, examParams, type PassersView } from './param.queries.ts'

type Kind = (typeof lineKinds)[number]['value']

/** Tries a cut line: who passes, by school, while the line moves. It changes nothing. */
export function LineTrial({ view: { id, run, tracks, total, held } }: { view: ExamParamView }) {
  const heading = useId()
  const [track, setTrack] = useState('')
  const [by, setBy] = useState<Kind>('percent')
  const [value, setValue] = useState(50)
  const { data, error } = useQuery({
    queryKey: [examParams.key, 'passers', id, run?.number, track, by, value],
    queryFn: ({ signal }) =>
      examParams.passers({ id, by, value: String(value), ...(track === '' ? {} : { track: Number(track) }) }, signal),
    enabled: run !== null && held,
    placeholderData: keepPreviousData,
    retry: false,
  })
  const most = by === 'score' ? total : by === 'percent' ? 100 : Math.max(1, data?.takers ?? 1)
  const choose = (next: Kind) => {
    setBy(next)
    // The same line, said in another way.
    if (next === 'score') setValue(data?.mark ?? total / 2)
    if (next === 'percent') setValue(data ? Math.round((data.passers / Math.max(1, data.takers)) * 100) : 50)
    if (next === 'place') setValue(Math.max(1, data?.passers ?? 1))
  }
  return (
    <section aria-labelledby={heading} className="rounded-xl border border-line bg-surface">
      <h2 id={heading} className="border-b border-line px-5 py-3 text-base">
        {m.examParam_trial()}
      </h2>
      <div className="flex flex-col gap-3 px-5 py-4">
        {run === null || !held ? (
          <p className="text-muted">{run === null ? m.examParam_noRun() : m.exam_notHeld()}</p>
        ) : (
          <>
            <p className="text-sm text-muted">{m.examParam_trialText({ number: run.number })}</p>
            <div className="flex flex-wrap gap-3">
              {tracks.length > 0 && (
                <FormField label={m.examScheme_lineFor()}>
                  <NativeSelect
                    items={[
                      { value: '', label: m.examParam_everyone() },
                      ...tracks.map((one) => ({ value: String(one.id), label: one.name })),
                    ]}
                    value={track}
                    onChange={setTrack}
                  />
                </FormField>
              )}
              <FormField label={m.examScheme_by()}>
                <NativeSelect
                  items={lineKinds.map((one) => ({ value: one.value, label: labelText(one.label) }))}
                  value={by}
                  onChange={(next) => choose(lineKinds.find((one) => one.value === next)?.value ?? 'score')}
                />
              </FormField>
              <FormField label={m.examScheme_value()}>
                <NumberInput
                  value={String(value)}
                  onChange={(text) => setValue(Math.min(most, Math.max(0, Number(text) || 0)))}
                />
              </FormField>
            </div>
            <input
              type="range"
              aria-label={m.examParam_slider()}
              min={by === 'place' ? 1 : 0}
              max={most}
              step={by === 'percent' ? 0.5 : 1}
              value={Math.min(value, most)}
              onChange={(event) => setValue(Number(event.target.value))}
              className="w-full accent-accent-solid"
            />
            {error ? <ErrorLine>{failureText(error)}</ErrorLine> : data && <Passers view={data} />}
          </>
        )}
      </div>
    </section>
  )
}

function Passers({ view }: { view: PassersView }) {
  const share = (passers: number, takers: number) => (takers === 0 ? '–' : `${((passers / takers) * 100).toFixed(1)} %`)
  return (
    <>
      <p role="status" className="tabular">
        {m.examParam_passers({
          mark: view.mark === null ? '–' : String(view.mark),
          passers: formatCount(view.passers),
          takers: formatCount(view.takers),
          share: share(view.passers, view.takers),
        })}
      </p>
      <ScrollBox label={m.examParam_bySchool()} className="max-h-96 overflow-auto">
        <table className="w-full text-left">
          <thead>
            <tr className="border-b border-line text-muted">
              <th className="px-3 py-2 font-medium">{m.candidate_school()}</th>
              <th className="px-3 py-2 text-right font-medium">{m.examParam_passing()}</th>
              <th className="px-3 py-2 text-right font-medium">{m.examParam_share()}</th>
            </tr>
          </thead>
          <tbody>
            {view.schools.map(({ id, name, takers, passers }) => (
              <tr key={id} className="border-line not-last:border-b">
                <th scope="row" className="px-3 py-1.5 text-left font-normal">
                  {name}
                </th>
                <td className="tabular px-3 py-1.5 text-right">
                  {formatCount(passers)} / {formatCount(takers)}
                </td>
                <td className="tabular px-3 py-1.5 text-right">{share(passers, takers)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </>
  )
}
