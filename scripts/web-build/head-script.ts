import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { minifySync, type Plugin } from 'vite'

const tag = '<script src="/app/head.js"></script>'
const mark = '<!-- head script -->'

/**
 * Gives the script that runs before the page a name with a hash, like all other scripts. A browser that has cached it
 * shows the page without another request. It stays an ordinary script, because modules run only after the page has been
 * parsed.
 */
export function headScript(webDir: string): Plugin[] {
  return [
    {
      name: 'head-script',
      apply: 'build',
      buildStart() {
        const { code } = minifySync('head.js', readFileSync(join(webDir, 'app/head.js'), 'utf8'))
        this.emitFile({ type: 'asset', name: 'head.js', source: code })
      },
      // Vite warns about scripts that it does not bundle.
      transformIndexHtml: { order: 'pre', handler: (html) => html.replace(tag, mark) },
    },
    {
      name: 'head-script-name',
      apply: 'build',
      transformIndexHtml: {
        order: 'post',
        handler: (html, { bundle = {} }) => {
          const file = Object.values(bundle).find((one) => one.type === 'asset' && one.names.includes('head.js'))
          if (!file || !html.includes(mark)) throw new Error('index.html does not run head.js')
          return html.replace(mark, `<script src="/${file.fileName}"></script>`)
        },
      },
    },
  ]
}
