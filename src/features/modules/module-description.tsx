import type { ReactNode } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { useKit } from '#src/layout/kit-context.ts'
import { PathLink } from '#src/layout/path-link.tsx'
import { formatCount } from '#src/lib/count.ts'
import { formatInstant } from '#src/lib/date.ts'
import { DetailLine } from '#src/ui/details-card.tsx'
import { lazyPart } from '#src/ui/lazy.tsx'
import { Tag } from '#src/ui/tag.tsx'
import { categoryNames, stateLook } from './module-acts.ts'
import { ModuleIcon } from './module-icon.tsx'
import { ModulePictures } from './module-pictures.tsx'
import { ModulePrice } from './module-price.tsx'
import { NeedList } from './need-list.tsx'
import { ScreenLinks } from './screen-links.tsx'
import type { ModuleDetails } from './store.schema.ts'

const RichText = lazyPart(async () => (await import('#src/crud/rich-text/rich-text.tsx')).RichText)

type ModuleDescriptionProps = {
  details: ModuleDetails
  onOpen(uid: string): void
  /** The user goes to a page of the module. */
  onLeave(): void
}

/** Everything that the store knows of a module. */
export function ModuleDescription({ details, onOpen, onLeave }: ModuleDescriptionProps) {
  const { card, adds, needs, excludes, nodes, changes, others } = details
  return (
    <>
      {details.pictures.length > 0 && <ModulePictures pictures={details.pictures} title={card.title} />}
      {details.description && <RichText html={details.description} />}
      <ModuleFacts details={details} />
      {needs.length > 0 && (
        <Part title={m.store_needs()}>
          <NeedList needs={needs} onOpen={onOpen} />
        </Part>
      )}
      {excludes.length > 0 && (
        <Part title={m.store_excludes()}>
          <ul className="flex flex-col gap-1">
            {excludes.map(({ uid, range }) => (
              <li key={uid}>
                <code className="font-mono text-sm wrap-anywhere">{`${uid} ${range}`}</code>
              </li>
            ))}
          </ul>
        </Part>
      )}
      {nodes.length > 0 && (
        <Part title={m.store_nodes()} hint={m.store_nodesHint()}>
          <ul className="flex flex-wrap gap-1">
            {nodes.map((node) => (
              <li key={node}>
                <code className="font-mono text-sm wrap-anywhere">{node}</code>
              </li>
            ))}
          </ul>
        </Part>
      )}
      {adds && (
        <Part title={m.store_adds()}>
          <ScreenLinks screens={[...adds.resources, ...adds.pages]} onLeave={onLeave} />
          <AddedNames adds={adds} />
        </Part>
      )}
      {changes.length > 0 && (
        <Part title={m.store_changes()}>
          <ul className="flex flex-col gap-3">
            {changes.map(({ version, date, text }) => (
              <li key={version}>
                <p>
                  <span className="tabular font-medium">{version}</span>
                  {date && <span className="tabular text-sm text-muted"> · {date}</span>}
                </p>
                <p className="whitespace-pre-line text-muted wrap-anywhere">{text}</p>
              </li>
            ))}
          </ul>
        </Part>
      )}
      {others.length > 0 && (
        <Part title={m.store_others({ author: card.author })}>
          <ul className="flex flex-col gap-1">
            {others.map((other) => (
              <li key={other.uid}>
                <button
                  type="button"
                  onClick={() => onOpen(other.uid)}
                  className="flex w-full items-center gap-3 rounded-md px-2 py-1 text-left hover:bg-hover"
                >
                  <ModuleIcon icon={other.icon} />
                  <span className="min-w-0 flex-1">
                    <span className="block truncate font-medium">{other.title}</span>
                    <span className="block truncate text-sm text-muted">{other.intro}</span>
                  </span>
                  <Tag tone={stateLook(other).tone}>{stateLook(other).text}</Tag>
                </button>
              </li>
            ))}
          </ul>
        </Part>
      )}
    </>
  )
}

function ModuleFacts({ details }: { details: ModuleDetails }) {
  const { timeZone } = useKit()
  const { card, website, product, signer } = details
  return (
    <dl className="rounded-lg border border-line px-3 py-1">
      <DetailLine label={m.store_author()}>
        {card.author}
        {website && (
          <>
            {' · '}
            <PathLink path={website} target="_blank" className="text-accent-ink underline wrap-anywhere">
              {website}
            </PathLink>
          </>
        )}
      </DetailLine>
      <DetailLine label={m.store_version()}>{card.version}</DetailLine>
      {card.installed !== null && <DetailLine label={m.store_installed()}>{card.installed}</DetailLine>}
      {card.waiting !== null && <DetailLine label={m.store_waiting()}>{card.waiting}</DetailLine>}
      <DetailLine label={m.store_category()}>{categoryNames[card.category]()}</DetailLine>
      <DetailLine label={m.store_product()}>{product ?? m.store_productAny()}</DetailLine>
      <DetailLine label={m.store_signer()}>{signerText(details, signer)}</DetailLine>
      {card.price && (
        <DetailLine label={m.store_price()}>
          <ModulePrice price={card.price} />
        </DetailLine>
      )}
      {card.downloads !== null && (
        <DetailLine label={m.store_downloadCount()}>{formatCount(card.downloads)}</DetailLine>
      )}
      {card.updateTime !== null && (
        <DetailLine label={m.store_updateTime()}>{formatInstant(card.updateTime, timeZone)}</DetailLine>
      )}
    </dl>
  )
}

function signerText({ card: { origin }, adds }: ModuleDetails, signer: string | null): string {
  if (signer !== null) return signer
  if (origin === 'part' || origin === 'product') return m.store_signerProduct()
  // Only the archive has a signature.
  return adds ? '' : m.store_signerLater()
}

function AddedNames({ adds }: { adds: NonNullable<ModuleDetails['adds']> }) {
  const lines = [
    { label: m.store_addsRoles(), text: adds.roles.join(', ') },
    { label: m.store_addsPanels(), text: adds.panels.join(', ') },
    { label: m.remind_adds(), text: adds.reminders.join(', ') },
    { label: m.store_addsSettings(), text: adds.settings.join(', ') },
    { label: m.store_addsSeeds(), text: adds.seeds > 0 ? formatCount(adds.seeds) : '' },
  ].filter(({ text }) => text !== '')
  if (lines.length === 0) return null
  return (
    <dl className="mt-2">
      {lines.map(({ label, text }) => (
        <DetailLine key={label} label={label}>
          {text}
        </DetailLine>
      ))}
    </dl>
  )
}

/** A part of the details with its heading. */
function Part({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-2 text-base font-semibold">{title}</h3>
      {hint && <p className="mb-2 text-sm text-muted">{hint}</p>}
      {children}
    </section>
  )
}
