import { defineConfig } from '@playwright/test'
import { chromiumArgs, findChromium } from './scripts/lib/chromium.ts'

// Playwright reads this file again in each of its workers: what is chosen once travels in the environment.
process.env.CHROMIUM_PATH ??= await findChromium()

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/support/global-setup.ts',
  // Each has a product of its own (e2e/support/ground.ts).
  workers: 2,
  retries: 0,
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  // Of what hangs, not of what is slow.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  use: {
    video: 'off',
    actionTimeout: 20_000,
    // A film of every test would cost a fifth of the time; the states before and after each step are in the trace.
    trace: { mode: 'retain-on-failure', screenshots: false, sources: false },
    screenshot: 'only-on-failure',
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    launchOptions: { executablePath: process.env.CHROMIUM_PATH, args: chromiumArgs },
  },
})
