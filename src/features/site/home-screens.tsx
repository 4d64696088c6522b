import { m } from '#src/i18n/paraglide/messages.js'
import type { ThemeName } from '#src/layout/config/theme-cookie.ts'
import { HomePicture } from './home-picture.tsx'
import { pictures } from './home-pictures.ts'

/** Screens of the product as they are, with the demo data. */
export function HomeScreens({ theme }: { theme: ThemeName }) {
  const { organization, conflict, check, report } = pictures()
  return (
    <section className="border-y border-line bg-surface">
      <div className="mx-auto max-w-6xl px-4 py-14 md:py-20">
        <h2 className="text-2xl tracking-tight">{m.home_screensTitle()}</h2>
        <p className="mt-2 text-muted">{m.home_screensText()}</p>
        <div className="mt-8 grid gap-x-6 gap-y-10 lg:grid-cols-2">
          <figure className="lg:col-span-2">
            <HomePicture
              picture={organization}
              theme={theme}
              alt={m.home_treePicture()}
              className="aspect-[8/5]"
              // Phones show a part of the picture.
              place="55% 0"
            />
            <Caption title={m.home_treeTitle()} text={m.home_treeText()} />
          </figure>
          <figure>
            <HomePicture picture={conflict} theme={theme} alt={m.home_conflictPicture()} className="aspect-[13/9]" />
            <Caption title={m.home_conflictTitle()} text={m.home_conflictText()} />
          </figure>
          <figure>
            <HomePicture picture={check} theme={theme} alt={m.home_importPicture()} className="aspect-[13/9]" />
            <Caption title={m.home_importTitle()} text={m.home_importText()} />
          </figure>
          <figure className="lg:col-span-2">
            <HomePicture picture={report} theme={theme} alt={m.home_reportPicture()} className="aspect-[8/5]" />
            <Caption title={m.home_reportTitle()} text={m.home_reportText()} />
          </figure>
        </div>
      </div>
    </section>
  )
}

function Caption({ title, text }: { title: string; text: string }) {
  return (
    <figcaption className="mt-4 max-w-2xl">
      <h3 className="text-lg">{title}</h3>
      <p className="mt-1 leading-relaxed text-muted">{text}</p>
    </figcaption>
  )
}
