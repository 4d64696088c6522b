import { type AnyRouter, useRouter } from '@tanstack/react-router'
import { TabBar } from './tab-bar.tsx'
import { tabStore } from './tab-store.ts'
import { useTabActions } from './tabs-context.ts'
import { useTabs } from './use-tabs.ts'

/** The tab bar of the back office, connected to the tab store and the router. */
export function ShellTabs() {
  const router = useRouter<AnyRouter>()
  const { tabsView, activeIndex } = useTabs()
  const { titleOf, ...actions } = useTabActions()
  const tabs = tabsView.map(({ path, search }) => ({
    path,
    title: titleOf(path),
    href: router.buildLocation({ to: path, search }).publicHref,
  }))
  return (
    <TabBar
      tabs={tabs}
      activePath={tabs[activeIndex]?.path}
      onSelect={(path) => void actions.select(path)}
      onIntent={(path) => void router.preloadRoute({ to: path, search: searchOf(path) })}
      onMove={tabStore.move}
      onReload={() => void actions.reload()}
      onClose={(path) => void actions.close(path)}
      onFullScreen={(path) => void actions.showFullScreen(path)}
      onCloseOthers={(path) => void actions.closeOthers(path)}
      onCloseAll={() => void actions.closeAll()}
    />
  )
}

function searchOf(path: string) {
  return tabStore.read().tabsView.find((tab) => tab.path === path)?.search ?? {}
}
