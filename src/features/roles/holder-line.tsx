import { useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { useKit } from '#src/layout/kit-context.ts'
import { Avatar } from '#src/ui/avatar.tsx'
import { Button } from '#src/ui/button.tsx'
import { DateInput } from '#src/ui/date-input.tsx'
import { ErrorLine } from '#src/ui/field-group.tsx'
import { Tag } from '#src/ui/tag.tsx'
import { endOfDay, lastDay, thisDay } from './last-day.ts'
import type { Holder } from './role.queries.ts'
import type { HolderWrite } from './use-holder-write.ts'

type HolderLineProps = {
  holder: Holder
  /** Undefined where the user cannot change the account. */
  write: HolderWrite | undefined
  /** The user may give the role, and so change its end. */
  mayGrant: boolean
}

/** An account that has the role: until when, and buttons that change this or remove the role. */
export function HolderLine({ holder, write, mayGrant }: HolderLineProps) {
  const { timeZone } = useKit()
  const [editing, setEditing] = useState(false)
  const { accountId, name, username, avatar, organization, status, endTime, over, refusal } = holder
  const until = endTime === null ? undefined : lastDay(endTime, timeZone)
  const busy = write?.pending === accountId
  return (
    <li className="border-line py-2.5 not-last:border-b">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Avatar src={avatar} name={name} />
        <div className="min-w-0 flex-1 basis-56">
          <p className="flex flex-wrap items-center gap-x-2">
            <span className="font-medium">{name}</span>
            {name !== username && <span className="text-sm text-muted">{username}</span>}
            {status !== 1 && <Tag tone="warning">{m.account_locked()}</Tag>}
            {over && <Tag tone="danger">{m.role_over()}</Tag>}
          </p>
          <p className="flex flex-wrap gap-x-3 text-sm text-muted">
            {organization !== '' && <span>{organization}</span>}
            <span className="tabular">{until ? m.role_endUntil({ time: until.text }) : m.role_endNone()}</span>
          </p>
          {refusal !== null && <p className="text-sm text-muted">{refusal}</p>}
        </div>
        {write && !editing && (
          <span className="flex gap-2">
            {mayGrant && (
              <Button size="sm" aria-label={m.role_endChange({ name })} onClick={() => setEditing(true)}>
                {m.role_endChangeShort()}
              </Button>
            )}
            <Button
              size="sm"
              loading={busy}
              className="text-danger-ink"
              aria-label={m.role_remove({ name })}
              onClick={() => void write.revoke(accountId)}
            >
              {m.role_removeShort()}
            </Button>
          </span>
        )}
        {write && editing && (
          <EndEditor
            name={name}
            day={until?.day ?? null}
            busy={busy}
            timeZone={timeZone}
            onCancel={() => setEditing(false)}
            onSave={async (day) => {
              if (await write.grant(accountId, endOfDay(day, timeZone))) setEditing(false)
            }}
          />
        )}
      </div>
      {write?.failed?.accountId === accountId && <ErrorLine>{write.failed.message}</ErrorLine>}
    </li>
  )
}

type EndEditorProps = {
  name: string
  day: string | null
  busy: boolean
  timeZone: string
  onSave(day: string | null): Promise<void>
  onCancel(): void
}

function EndEditor({ name, day, busy, timeZone, onSave, onCancel }: EndEditorProps) {
  const [typed, setTyped] = useState(day)
  return (
    <span className="flex flex-wrap items-center gap-2">
      <DateInput
        aria-label={m.role_endChange({ name })}
        value={typed}
        onChange={setTyped}
        min={thisDay(timeZone)}
        timeZone={timeZone}
        placeholder={m.role_endNone()}
        autoFocus
        className="w-40"
      />
      <Button size="sm" variant="primary" loading={busy} onClick={() => void onSave(typed)}>
        {m.crud_save()}
      </Button>
      <Button size="sm" disabled={busy} onClick={onCancel}>
        {m.ui_cancel()}
      </Button>
    </span>
  )
}
