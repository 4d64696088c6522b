import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { FailureState } from '#src/layout/failure-state.tsx'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { isReady, ModulePlanView } from './module-plan.tsx'
import { ScreenLinks } from './screen-links.tsx'
import { modulePlanQuery, moduleQuery, type PlanChoices } from './store.queries.ts'
import type { ModulePlan } from './store.schema.ts'
import { useInstall } from './use-install.ts'
import './store.css'

type InstallModuleProps = {
  uid: string
  title: string | undefined
  /** Shows the details of another module instead. */
  onOpen(uid: string): void
  onChanged(): void
  onClose(): void
}

/** Shows what an installation or an update will do, asks about conflicts, and does it. */
export function InstallModuleDialog({ uid, title, onOpen, onChanged, onClose }: InstallModuleProps) {
  const [shown, setShown] = useState<ModulePlan>()
  if (shown) return <Done plan={shown} onClose={onClose} />
  return <Planned uid={uid} title={title} onOpen={onOpen} onChanged={onChanged} onClose={onClose} onDone={setShown} />
}

function Planned({
  uid,
  title,
  onOpen,
  onChanged,
  onClose,
  onDone,
}: InstallModuleProps & { onDone(plan: ModulePlan): void }) {
  const [choices, setChoices] = useState<PlanChoices>({})
  const { data: plan, error, isFetching, refetch } = useQuery(modulePlanQuery(uid, choices))
  const { install, pending, refusal } = useInstall({ onOutdated: () => void refetch() })
  const name = plan?.title ?? title ?? uid
  const ready = plan !== undefined && !error && !isFetching && isReady(plan)
  const act = plan?.from == null ? m.store_install() : m.store_update()
  return (
    <Dialog
      open
      onRequestClose={() => !pending && onClose()}
      title={plan?.from == null ? m.store_installTitle({ title: name }) : m.store_updateTitle({ title: name })}
      description={plan && versionsText(plan)}
      size="md"
      footer={
        <>
          <Button onClick={onClose} disabled={pending}>
            {m.ui_cancel()}
          </Button>
          <Button
            variant="primary"
            loading={pending}
            aria-disabled={!ready || undefined}
            onClick={() =>
              ready &&
              void install(plan, choices).then((installed) => {
                if (!installed) return
                onDone(plan)
                onChanged()
              })
            }
          >
            {act}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        {refusal && <Banner tone="danger">{refusal}</Banner>}
        {plan ? (
          <ModulePlanView
            plan={plan}
            onChoose={(id, value) => setChoices((before) => ({ ...before, [id]: value }))}
            onOpen={onOpen}
          />
        ) : (
          !error && <SkeletonRows rows={6} />
        )}
        {error && <FailureState error={error} onRetry={() => void refetch()} retrying={isFetching} />}
      </div>
    </Dialog>
  )
}

function versionsText({ version, from }: ModulePlan): string {
  return from === null ? m.store_planVersion({ version }) : m.store_planVersions({ from, version })
}

/** What is there after an installation. */
function Done({ plan, onClose }: { plan: ModulePlan; onClose(): void }) {
  const { data } = useQuery(moduleQuery(plan.uid))
  const screens = data?.adds ? [...data.adds.resources, ...data.adds.pages].filter(({ path }) => path !== null) : []
  return (
    <Dialog
      open
      onRequestClose={onClose}
      title={plan.title}
      size="md"
      footer={<Button onClick={onClose}>{m.ui_close()}</Button>}
    >
      <div className="flex flex-col gap-4">
        <Banner tone="success">
          {plan.from === null
            ? m.store_installedDone({ version: plan.version })
            : m.store_updatedDone({ version: plan.version })}
        </Banner>
        {screens.length > 0 && <p>{m.store_screensHere()}</p>}
        <ScreenLinks screens={screens} onLeave={onClose} />
        {plan.from === null && data?.adds && data.adds.roles.length > 0 && (
          <p className="text-muted">{m.store_rolesHint({ names: data.adds.roles.join(', ') })}</p>
        )}
      </div>
    </Dialog>
  )
}
