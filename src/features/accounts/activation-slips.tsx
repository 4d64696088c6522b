import { PaperSlips } from '#src/crud/print/paper-slips.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Slip } from './slip-batches.ts'

type ActivationSlipsProps = { of: 'user' | 'member'; people: readonly Slip[]; onDone(): void }

/** Slips with activation codes on paper, to be cut apart: those of an organization together. It prints at once. */
export function ActivationSlips({ of, people, onDone }: ActivationSlipsProps) {
  const address = `${location.origin}${of === 'member' ? '/user/activate' : '/admin/activate'}`
  const groups = [...Map.groupBy(people, ({ organization }) => organization)].map(([organization, slips]) => ({
    title: organization || m.activation_noOrganization(),
    slips: slips.map(({ username, name, code }) => ({
      key: username,
      title: name || username,
      lines: [
        { label: m.user_username(), text: username },
        { label: m.activation_code(), text: code, code: true as const },
      ],
      text: m.activation_slip({ address }),
    })),
  }))
  return <PaperSlips groups={groups} onDone={onDone} />
}
