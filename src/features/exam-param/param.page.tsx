import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { RecordForm } from '#src/crud/form/record-form.tsx'
import { ListLink, textLink } from '#src/crud/list/list-link.tsx'
import { examChoicesQuery } from '#src/features/exams/exam.queries.ts'
import { ExamChooser } from '#src/features/exams/exam-chooser.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import { useCan } from '#src/layout/can.tsx'
import { FailureState } from '#src/layout/failure-state.tsx'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { LineTrial } from './line-trial.tsx'
import { type ExamParamView, examParamQuery, examParams } from './param.queries.ts'
import { type ParamForm, paramDescription } from './param.schema.ts'
import { ParamResetDialog } from './reset-dialog.tsx'

type ExamParamPageProps = { exam: number | undefined; onExam(exam: number): void }

/** The parameters of one exam: who counts, statistics, assigned scores, bands and lines; and what a line would do. */
export function ExamParamPage({ exam, onExam }: ExamParamPageProps) {
  const { data } = useSuspenseQuery(examChoicesQuery)
  const chosen = data.list.find(({ id }) => id === exam) ?? data.list[0]
  return (
    <div className="mx-auto flex max-w-6xl flex-col gap-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className="mr-auto text-xl">{m.pagesTitle_examParam()}</h1>
        {chosen && <ExamChooser exams={data.list} value={chosen.id} onChange={onExam} />}
      </div>
      {chosen ? (
        <Params key={chosen.id} id={chosen.id} />
      ) : (
        <EmptyState title={m.examParam_noExam()} hint={m.exam_emptyHint()} />
      )}
    </div>
  )
}

function Params({ id }: { id: number }) {
  const { data, error, isFetching, refetch } = useQuery(examParamQuery(id))
  if (error && !data) return <FailureState error={error} onRetry={() => void refetch()} retrying={isFetching} />
  return data ? <Loaded view={data} /> : <SkeletonRows rows={8} />
}

function Loaded({ view }: { view: ExamParamView }) {
  const can = useCan()
  const client = useQueryClient()
  const [resetting, setResetting] = useState(false)
  const { id, version, held, own, state, values, tracks, run } = view
  const description = useMemo(() => paramDescription(tracks), [tracks])
  const may = held && can('exam/param/edit') && state !== 'archived'
  const changed = () => client.invalidateQueries({ queryKey: [examParams.key] })
  return (
    <div className="grid items-start gap-4 lg:grid-cols-3">
      <div className="flex min-w-0 flex-col gap-3 lg:col-span-2">
        {run?.stale && (
          <Banner
            tone="warning"
            action={
              <ListLink menu={`exam/exam/${id}`} search={{ tab: 'versions' }} className={textLink}>
                {m.examParam_toVersions()}
              </ListLink>
            }
          >
            {m.examParam_stale({ number: run.number })}
          </Banner>
        )}
        <div className="flex flex-wrap items-center gap-3">
          <p className="mr-auto text-muted">{own ? m.examParam_own() : m.examParam_ofScheme()}</p>
          {own && may && <Button onClick={() => setResetting(true)}>{m.examParam_reset()}</Button>}
        </div>
        <RecordForm<ParamForm>
          description={description}
          values={values}
          version={version}
          draft={String(id)}
          readOnly={!may}
          onSubmit={async (form, { key }) => {
            const sent = { id, version, values: { ...form } }
            const { msg, data } = await examParams.save(sent, key)
            await changed()
            return { msg, data }
          }}
        />
      </div>
      <LineTrial view={view} />
      {resetting && (
        <ParamResetDialog
          id={id}
          version={version}
          onChanged={() => void changed()}
          onClose={() => setResetting(false)}
        />
      )}
    </div>
  )
}
