import { tanstackStart } from '@tanstack/react-start/plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [tanstackStart({ srcDirectory: 'bench/bare' }), react()],
  environments: {
    client: { build: { outDir: 'node_modules/.cache/bench-bare/client' } },
    ssr: { build: { outDir: 'node_modules/.cache/bench-bare/server' } },
  },
})
