import { m } from '#src/i18n/paraglide/messages.js'
import { useKit } from '#src/layout/kit-context.ts'
import { formatCount } from '#src/lib/count.ts'
import { formatInstant } from '#src/lib/date.ts'
import type { Json } from '#src/lib/json.ts'
import { labelText } from '#src/resource/label.ts'
import { Banner } from '#src/ui/banner.tsx'
import { DetailLine, DetailsCard } from '#src/ui/details-card.tsx'
import { Tabs } from '#src/ui/tabs.tsx'
import { Tag } from '#src/ui/tag.tsx'
import { type AdminLogRow, logEventOptions, logSideOptions } from './admin-log.schema.ts'
import { JsonTree } from './json-tree.tsx'
import { LogChangesCard } from './log-changes-card.tsx'

/** A row of the log: who, what was asked, what came of it, and what it changed. */
export function LogDetails({ row }: { row: AdminLogRow }) {
  const { timeZone } = useKit()
  const event = logEventOptions.find(({ value }) => value === row.event)
  const side = logSideOptions.find(({ value }) => value === row.side)
  return (
    <div className="flex flex-col gap-4">
      {row.redacted > 0 && <Banner>{m.adminLog_redactedNote()}</Banner>}
      {row.times > 1 && <Banner tone="warning">{m.adminLog_timesNote({ count: formatCount(row.times) })}</Banner>}
      <DetailsCard heading={row.title || row.path}>
        <DetailLine label={m.list_createTime()}>{formatInstant(row.createTime, timeZone)}</DetailLine>
        <DetailLine label={m.adminLog_event()}>
          {event && <Tag tone={event.tone}>{labelText(event.label)}</Tag>}
        </DetailLine>
        <DetailLine label={m.adminLog_who()}>{row.username}</DetailLine>
        {row.seenName && <DetailLine label={m.adminLog_seenName()}>{row.seenName}</DetailLine>}
        <DetailLine label={m.adminLog_side()}>{side && labelText(side.label)}</DetailLine>
        <DetailLine label={m.adminLog_address()}>{row.address}</DetailLine>
        <DetailLine label={m.adminLog_agent()}>
          <span className="break-words">{row.agent}</span>
        </DetailLine>
        {row.node && <DetailLine label={m.adminLog_node()}>{row.node}</DetailLine>}
        <DetailLine label={m.adminLog_requestId()}>
          <span className="break-all">{row.requestId}</span>
        </DetailLine>
      </DetailsCard>
      <DetailsCard heading={m.adminLog_result()}>
        <DetailLine label={m.adminLog_code()}>{row.code}</DetailLine>
        <DetailLine label={m.adminLog_message()}>{row.message}</DetailLine>
        <DetailLine label={m.adminLog_duration()}>{m.adminLog_took({ ms: formatCount(row.duration) })}</DetailLine>
      </DetailsCard>
      <RequestCard row={row} />
      {row.event === 'write' && row.code === 200 && <LogChangesCard id={row.id} />}
    </div>
  )
}

function RequestCard({ row }: { row: AdminLogRow }) {
  const parts = [
    { label: m.adminLog_query(), value: jsonOf(row.queryText) },
    { label: m.adminLog_body(), value: jsonOf(row.bodyText) },
  ].filter(({ value }) => value !== null)
  return (
    <section className="rounded-xl border border-line bg-surface">
      <h2 className="border-b border-line px-5 py-3 text-base">{m.adminLog_request()}</h2>
      <p className="px-5 pt-3 pb-2 font-mono text-sm break-all">
        {row.method} {row.path}
      </p>
      {parts.length === 0 && <p className="px-5 pb-4 text-muted">{m.adminLog_nothing()}</p>}
      {parts.map(({ label, value }) => (
        <div key={label} className="pb-3">
          <h3 className="px-5 py-1 text-sm text-muted">{label}</h3>
          <Tabs
            label={label}
            initial="tree"
            tabs={[
              {
                value: 'tree',
                label: m.adminLog_tree(),
                content: (
                  <div className="px-5 py-2 text-sm">
                    <JsonTree value={value} />
                  </div>
                ),
              },
              {
                value: 'json',
                label: m.adminLog_json(),
                content: (
                  <pre className="overflow-x-auto px-5 py-2 text-sm whitespace-pre-wrap">
                    {JSON.stringify(value, null, 2)}
                  </pre>
                ),
              },
            ]}
          />
        </div>
      ))}
    </section>
  )
}

function jsonOf(text: string | null): Json {
  return text ? JSON.parse(text) : null
}
