import { Tabs } from '@ark-ui/react/tabs'
import { useRouter } from '@tanstack/react-router'
import { Redo2, Undo2 } from 'lucide-react'
import { type KeyboardEvent, useEffect, useMemo, useReducer, useState } from 'react'
import { DraftNotice, RecordFormNotice } from '#src/crud/form/record-form-notice.tsx'
import { useUnsaved } from '#src/crud/form/use-unsaved.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { pagePlaceOf } from '#src/layout/place.ts'
import { formatCount } from '#src/lib/count.ts'
import type { FieldErrors } from '#src/lib/field-errors.ts'
import { useStable } from '#src/lib/use-stable.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { lazyPart } from '#src/ui/lazy.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { Tag } from '#src/ui/tag.tsx'
import { toaster } from '#src/ui/toast.tsx'
import { DesignChanges } from './change-list.tsx'
import { shownLabel } from './design.ts'
import { type DesignErrors, errorsOf, firstWrong, remainingErrors } from './design-errors.ts'
import { DesignerColumns } from './designer-columns.tsx'
import { DesignerContext } from './designer-context.ts'
import { dropDesignDraft, keepDesignDraft, readDesignDraft } from './designer-draft.ts'
import { designerOf, designerReducer, sameDesign } from './designer-model.ts'
import { type DesignerTab, designerTabs } from './designer-search.ts'
import type { DesignAnswer, DesignChoices } from './generator.queries.ts'
import './generator.css'
import { Changes } from './plan-parts.tsx'
import { RelationOffer } from './relation-offer.tsx'
import { TableNotes } from './table-notes.tsx'
import { type Generated, needsAnswer, useGenerate } from './use-generate.ts'

const Preview = lazyPart(
  async () => (await import('./designer-preview.tsx')).DesignerPreview,
  <SkeletonRows rows={6} />,
)

type DesignerProps = {
  /** What is stored: the design to begin with, and to compare with. */
  start: DesignAnswer
  /** The name of the draft. */
  target: string
  choices: DesignChoices
  tab: DesignerTab
  onTab(tab: DesignerTab): void
  /** Reads again what is stored. */
  onReload(): void
  onGenerated(made: Generated): void
}

/** The designer of one screen: its fields, a preview, and what generating it changes. */
export function Designer({ start, target, choices, tab, onTab, onReload, onGenerated }: DesignerProps) {
  const { navigate } = useRouter()
  const [left] = useState(() => readDesignDraft(target))
  const [state, dispatch] = useReducer(designerReducer, designerOf(left?.design ?? start.design))
  const [base, setBase] = useState(left ? left.base : start.base)
  const [restored, setRestored] = useState(left !== undefined)
  const [errors, setErrors] = useState<DesignErrors>({})
  const [showWrong, setShowWrong] = useState(false)
  const { design } = state
  const [checked, setChecked] = useState(design)
  if (checked !== design) {
    setChecked(design)
    setErrors(remainingErrors(errors, checked, design))
  }
  // What is stored has come anew: without changes of one's own, the designer goes on with it.
  const [known, setKnown] = useState(start)
  if (known !== start) {
    setKnown(start)
    if (sameDesign(design, known.design)) {
      dispatch({ kind: 'load', design: start.design })
      setBase(start.base)
    }
  }
  const dirty = useMemo(() => !sameDesign(design, start.design), [design, start.design])
  // Somebody else has generated the screen since this design began.
  const newer = start.base !== null && base !== null && start.base.version !== base.version

  useUnsaved({ isDirty: () => dirty, drop: () => dropDesignDraft(target) })
  useEffect(() => {
    if (dirty) keepDesignDraft(target, { design, base })
    else dropDesignDraft(target)
  }, [dirty, design, base, target])

  const takeStored = () => {
    dispatch({ kind: 'load', design: start.design })
    setBase(start.base)
    setRestored(false)
    setErrors({})
  }
  const showErrors = (found: FieldErrors, go: boolean) => {
    const sorted = errorsOf(design, found)
    setErrors(sorted)
    if (!go || Object.keys(sorted).length === 0) return
    onTab('design')
    dispatch({ kind: 'select', name: firstWrong(design, sorted) })
    setShowWrong(true)
  }
  const generate = useGenerate({
    design,
    base,
    onErrors: (found) => showErrors(found, true),
    onConflict: () => {
      onReload()
      onTab('changes')
    },
    onDone: (made) => {
      dropDesignDraft(target)
      const { to } = pagePlaceOf(made.path.startsWith('/') ? made.path : `/admin/${made.path}`)
      toaster.success(made.msg, { label: m.designer_open(), onClick: () => void navigate({ to }), later: true })
      onGenerated(made)
    },
  })

  const adopting = generate.asking?.plan.changes.some(({ kind }) => kind === 'adopt') === true

  const keys = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return
    // A name is typed before it counts, and takes back its own letters.
    if (event.target instanceof HTMLElement && event.target.dataset.ownUndo !== undefined) return
    const key = event.key.toLowerCase()
    if (key !== 'z' && key !== 'y') return
    event.preventDefault()
    dispatch({ kind: key === 'y' || event.shiftKey ? 'redo' : 'undo' })
  }
  const onDesign = useStable(() => onTab('design'))
  const isAdopted = start.table !== undefined
  const context = useMemo(
    () => ({ state, dispatch, base, adopting: isAdopted, choices, errors, onDesign }),
    [state, base, isAdopted, choices, errors, onDesign],
  )
  const tabTitles = { design: m.designer_tabDesign(), preview: m.designer_tabPreview(), changes: m.designer_changes() }

  return (
    <DesignerContext value={context}>
      <div className="flex flex-col gap-3">
        <header className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <h1 className="mr-auto min-w-0 text-xl break-words">
            {shownLabel(design.description.title, m.designer_newScreen())}
          </h1>
          {base && <Tag>{m.designer_rows({ count: formatCount(base.rows) })}</Tag>}
          <span className="flex items-center">
            <IconButton
              label={m.undo_action()}
              disabled={state.past.length === 0}
              aria-keyshortcuts="Control+Z"
              onClick={() => dispatch({ kind: 'undo' })}
            >
              <Undo2 aria-hidden size={16} />
            </IconButton>
            <IconButton
              label={m.designer_redo()}
              disabled={state.future.length === 0}
              aria-keyshortcuts="Control+Shift+Z"
              onClick={() => dispatch({ kind: 'redo' })}
            >
              <Redo2 aria-hidden size={16} />
            </IconButton>
          </span>
          <Button
            variant="primary"
            loading={generate.pending && !generate.asking}
            onClick={() => void generate.start()}
          >
            {m.designer_generate()}
          </Button>
        </header>
        {generate.notice && <RecordFormNotice notice={generate.notice} />}
        {newer && (
          <Banner
            tone="warning"
            action={
              <span className="flex flex-wrap gap-2">
                <Button size="sm" onClick={() => setBase(start.base)}>
                  {m.designer_keepMine()}
                </Button>
                <Button size="sm" onClick={takeStored}>
                  {m.designer_takeTheirs()}
                </Button>
              </span>
            }
          >
            {m.designer_changedSince()}
          </Banner>
        )}
        {start.table && <TableNotes table={start.table} />}
        <RelationOffer relations={start.relations} />
        {restored && !newer && dirty && <DraftNotice clash={false} onStartOver={takeStored} />}
        <Tabs.Root
          value={tab}
          onValueChange={({ value }) => {
            const next = designerTabs.find((one) => one === value)
            if (next) onTab(next)
          }}
          activationMode="manual"
          lazyMount
          unmountOnExit
        >
          <Tabs.List
            aria-label={m.designer_views()}
            className="no-scrollbar mb-4 flex h-10 overflow-x-auto border-b border-line"
          >
            {designerTabs.map((one) => (
              <Tabs.Trigger
                key={one}
                value={one}
                className="flex h-10 shrink-0 items-center border-b-2 border-transparent px-3 whitespace-nowrap text-muted hover:text-ink data-selected:border-accent data-selected:text-accent-ink"
              >
                {tabTitles[one]}
              </Tabs.Trigger>
            ))}
          </Tabs.List>
          <Tabs.Content value="design" tabIndex={-1} className="flex flex-col gap-3 outline-none" onKeyDown={keys}>
            <DesignerColumns showWrong={showWrong} onShown={() => setShowWrong(false)} />
          </Tabs.Content>
          <Tabs.Content value="preview" tabIndex={-1} className="outline-none">
            <Preview />
          </Tabs.Content>
          <Tabs.Content value="changes" tabIndex={-1} className="outline-none">
            <DesignChanges onErrors={(found) => showErrors(found, false)} />
          </Tabs.Content>
        </Tabs.Root>
      </div>
      <ConfirmDialog
        open={generate.asking !== undefined}
        title={adopting ? m.designer_adoptTitle() : m.designer_lossTitle()}
        confirmText={m.designer_generate()}
        danger={!adopting}
        pending={generate.pending}
        onConfirm={() => void generate.confirm()}
        onCancel={generate.cancel}
      >
        <p className="mb-3">{adopting ? m.designer_adoptText() : m.designer_lossText()}</p>
        <Changes changes={generate.asking?.plan.changes.filter(needsAnswer) ?? []} />
      </ConfirmDialog>
    </DesignerContext>
  )
}
