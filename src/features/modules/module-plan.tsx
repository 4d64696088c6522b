import { Changes, Sql } from '#src/features/generator/plan-parts.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import { Banner } from '#src/ui/banner.tsx'
import { RadioGroup } from '#src/ui/choice-group.tsx'
import { FieldGroup } from '#src/ui/field-group.tsx'
import { NeedList } from './need-list.tsx'
import type { ModulePlan } from './store.schema.ts'

/** Whether a plan can be carried out: nothing forbids it, what it needs is there, and each conflict has a choice. */
export function isReady({ problems, needs, conflicts }: ModulePlan): boolean {
  return (
    problems.length === 0 &&
    needs.every(({ state }) => state === 'fits') &&
    conflicts.every(({ chosen }) => chosen !== null)
  )
}

type ModulePlanViewProps = {
  plan: ModulePlan
  /** @param id of the conflict */
  onChoose(id: string, value: string): void
  /** Shows the details of another module. */
  onOpen(uid: string): void
}

/** What an installation will do: what stands against it first, then its conflicts, its steps, and its SQL. */
export function ModulePlanView({ plan, onChoose, onOpen }: ModulePlanViewProps) {
  const { problems, needs, conflicts, steps, sql, signer } = plan
  const open = conflicts.filter(({ chosen }) => chosen === null).length
  return (
    <>
      {problems.length > 0 && (
        <Banner tone="danger">
          <p className="font-medium">{m.store_problems()}</p>
          <ul className="list-disc pl-5">
            {problems.map((text) => (
              <li key={text} className="wrap-anywhere">
                {text}
              </li>
            ))}
          </ul>
        </Banner>
      )}
      {needs.length > 0 && (
        <section aria-label={m.store_needs()}>
          <h3 className="mb-2 text-base font-semibold">{m.store_needs()}</h3>
          <NeedList needs={needs} onOpen={onOpen} />
        </section>
      )}
      {conflicts.length > 0 && (
        <section aria-label={m.store_conflicts()} className="flex flex-col gap-3">
          <h3 className="text-base font-semibold">{m.store_conflicts()}</h3>
          {open > 0 && <p className="text-sm text-muted">{m.store_conflictsOpen({ left: open })}</p>}
          {conflicts.map(({ id, text, choices, chosen }) => (
            <FieldGroup key={id} label={text}>
              <RadioGroup items={choices} value={chosen} onChange={(value) => onChoose(id, value)} />
            </FieldGroup>
          ))}
        </section>
      )}
      <section aria-label={m.store_steps()}>
        <h3 className="mb-2 text-base font-semibold">{m.store_steps()}</h3>
        {steps.length > 0 ? <Changes changes={steps} /> : <p className="text-muted">{m.store_noSteps()}</p>}
      </section>
      <Sql title={m.designer_sqlUp()} lines={sql} />
      <p className="text-sm text-muted">
        {signer === null ? m.store_signerProduct() : m.store_signedBy({ name: signer })}
      </p>
    </>
  )
}
