import { m } from '#src/i18n/paraglide/messages.js'
import { getLocale } from '#src/i18n/paraglide/runtime.js'
import { useKit } from '#src/layout/kit-context.ts'
import { formatInstant } from '#src/lib/date.ts'
import { labelText } from '#src/resource/label.ts'
import { DetailLine, DetailsCard } from '#src/ui/details-card.tsx'
import { channelOptions, eventOptions, languageOptions, stateOptions } from './message-options.ts'
import type { OutboxRow } from './outbox.schema.ts'

type Options = readonly { readonly value: string; readonly label: Parameters<typeof labelText>[0] }[]

const named = (options: Options, value: string) => {
  const option = options.find((one) => one.value === value)
  return option ? labelText(option.label) : value
}

/** A message and the attempts to send it, the last first. What it says is not shown: it may have been a code. */
export function MessageDetails({ row }: { row: OutboxRow }) {
  const { timeZone } = useKit()
  const when = (time: string | null) => formatInstant(time, timeZone)
  return (
    <div className="flex flex-col gap-4">
      <DetailsCard heading={named(eventOptions, row.event)}>
        <DetailLine label={m.outbox_recipient()}>
          <span className="break-all">{row.recipient}</span>
        </DetailLine>
        <DetailLine label={m.message_channel()}>{named(channelOptions, row.channel)}</DetailLine>
        <DetailLine label={m.message_language()}>{named(languageOptions, row.language)}</DetailLine>
        {row.channel === 'mail' && <DetailLine label={m.message_subject()}>{row.subject}</DetailLine>}
        <DetailLine label={m.outbox_state()}>{named(stateOptions, row.state)}</DetailLine>
        <DetailLine label={m.outbox_account()}>{row.username}</DetailLine>
        <DetailLine label={m.list_createTime()}>{when(row.createTime)}</DetailLine>
        {row.state === 'waiting' && <DetailLine label={m.outbox_nextTime()}>{when(row.nextTime)}</DetailLine>}
        {row.expireTime && <DetailLine label={m.outbox_expireTime()}>{when(row.expireTime)}</DetailLine>}
        {row.endTime && <DetailLine label={m.outbox_endTime()}>{when(row.endTime)}</DetailLine>}
      </DetailsCard>
      <section className="rounded-xl border border-line bg-surface">
        <h2 className="border-b border-line px-5 py-3 text-base">{m.outbox_tries()}</h2>
        {row.tries.length === 0 ? (
          <p className="px-5 py-4 text-muted">{m.outbox_noTries()}</p>
        ) : (
          <ol className="px-5 py-2">
            {row.tries.toReversed().map(({ time, result, translated, answer }) => (
              <li key={time} className="border-line py-2.5 not-last:border-b">
                <span className="tabular block text-sm text-muted">{when(time)}</span>
                <span className="block">{(row.language !== getLocale() && translated) || result}</span>
                {answer && <code className="block text-sm break-all text-muted">{answer}</code>}
              </li>
            ))}
          </ol>
        )}
      </section>
    </div>
  )
}
