import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { chromiumArgs, findChromium } from './scripts/lib/chromium.ts'
import { streamStand } from './tests/support/stream-stand.ts'

/** Milliseconds. These time-outs only end tests that hang: a busy machine takes five times as long. */
const patience = { testTimeout: 180_000, hookTimeout: 180_000, expect: { poll: { timeout: 90_000 } } }

const allMessages = fileURLToPath(new URL('src/i18n/paraglide/all-messages.js', import.meta.url))

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'api',
          environment: 'node',
          include: ['tests/**/*.test.{ts,tsx}'],
          exclude: ['tests/runtime/**', 'tests/**/*.browser.test.tsx'],
          globalSetup: ['tests/support/global-database.ts'],
          setupFiles: ['tests/support/setup-console.ts', 'tests/support/setup-modules.ts'],
          // One more than there are cores: a test waits a quarter of its time, for the database and for threads.
          maxWorkers: 3,
          // Importing the product takes longer than most tests, so test files share it (see tests/support/modules.ts).
          isolate: false,
          ...patience,
        },
      },
      {
        test: {
          name: 'runtime',
          environment: 'node',
          include: ['tests/runtime/**/*.test.ts'],
          setupFiles: ['tests/support/setup-console.ts'],
          // Each test file starts whole servers, and waits for them.
          maxWorkers: 3,
          ...patience,
          testTimeout: 300_000,
          sequence: { groupOrder: 1 },
        },
      },
      {
        plugins: [tailwindcss(), react(), streamStand()],
        // One file in place of a request for each message.
        resolve: { alias: { '#src/i18n/paraglide/messages.js': allMessages } },
        // Listed before the first run: with a cold cache, Vite would reload the page during a test.
        optimizeDeps: {
          entries: ['tests/**/*.browser.test.tsx'],
          include: ['vitest-browser-react', 'react-dom/client', 'react-dom/server'],
          // Only the build knows its entries.
          exclude: ['@tanstack/react-start'],
        },
        test: {
          name: 'component',
          include: ['tests/**/*.browser.test.tsx'],
          setupFiles: ['tests/support/setup-console.ts', 'tests/support/setup-page.ts'],
          // Importing takes longer than most tests, so test files share a page. There are two pages.
          isolate: false,
          maxWorkers: 2,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({ launchOptions: { executablePath: await findChromium(), args: chromiumArgs } }),
            instances: [{ browser: 'chromium' }],
          },
          sequence: { groupOrder: 2 },
          ...patience,
        },
      },
    ],
  },
})
