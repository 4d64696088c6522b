import { PenLine } from 'lucide-react'
import { useEffect, useState } from 'react'
import { readDraft } from '#src/crud/form/draft.ts'
import { DRAFTS, draftNames, wantDraft } from '#src/crud/form/draft-store.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { useCan } from '#src/layout/can.tsx'
import { useGo } from '#src/layout/use-go.ts'
import { isRegistered, nodesOf, type ResourceKey, registry } from '#src/resource/registry.ts'

type KeptDraft = { key: string; resource: ResourceKey; isNew: boolean; name: string }

/** The forms with input that was not saved, in this browser tab: those that the user may still save. */
export function useKeptDrafts(): readonly KeptDraft[] {
  const can = useCan()
  const [drafts, setDrafts] = useState<readonly KeptDraft[]>([])
  // Read when the page is shown, also when it is shown again: no draft changes while another page is on screen.
  useEffect(() => setDrafts(draftNames().flatMap(draftAt)), [])
  return drafts.filter(({ resource, isNew }) => {
    const { add, edit } = nodesOf({ key: resource, menu: registry[resource].menu })
    const node = isNew ? add : edit
    return node !== undefined && can(node)
  })
}

function draftAt(key: string): KeptDraft[] {
  const [resource = '', ...rest] = key.slice(DRAFTS.length).split(':')
  const draft = readDraft(key)
  // The draft of a form that stands alone shows again on its own page.
  if (!isRegistered(resource) || !draft) return []
  const { name } = draft.values
  return [{ key, resource, isNew: rest.join(':').startsWith('new'), name: typeof name === 'string' ? name : '' }]
}

/** An entry for each draft. It opens the form with what was typed. */
export function KeptDrafts({ drafts, className }: { drafts: readonly KeptDraft[]; className: string }) {
  const go = useGo()
  const open = ({ key, resource }: KeptDraft) => {
    wantDraft(key)
    void go(`/admin/${registry[resource].menu}`)
  }
  return drafts.map((draft) => (
    <li key={draft.key} className="border-b border-line last:border-0">
      <button type="button" className={className} onClick={() => open(draft)}>
        <span className="min-w-0 flex-1 truncate">{textOf(draft)}</span>
        <PenLine aria-hidden size={14} className="shrink-0 text-subtle" />
      </button>
    </li>
  ))
}

function textOf({ resource, isNew, name }: KeptDraft): string {
  const title = titles[resource]?.() ?? resource
  const form = isNew ? m.dashboard_draftNew({ title }) : m.dashboard_draftEdit({ title })
  return name === '' ? form : m.dashboard_draftNamed({ form, name })
}

const titles: Partial<Record<ResourceKey, () => string>> = {
  organization: m.menu_organization,
  subject: m.menu_subject,
  'educate-level': m.menu_educateLevel,
  'student-year': m.menu_studentYear,
  'exam-scheme': m.menu_examScheme,
}
