import { contentSchemas, type ContentSchema } from '../../contract/inhalt-datei.ts'
import { feedAddress } from '../../domain/feed.ts'
import { connectContent, disconnectContent } from '../../server/content/connect-content.ts'
import { OutsideError } from '../../server/gateways/http/outside-error.ts'
import { command, CommandError, UsageError } from '../command.ts'
import { table } from '../table.ts'

export const contentConnect = command({
  group: 'content',
  name: 'connect',
  args: ['[URL]'],
  summary:
    "Show a tenant's content from a Squidex server, or (--off) from the built-in tables again",
  details: [
    'URL is where the server is, without /api. The secret of its client is kept before:',
    '',
    '  printf %s "$SECRET" | npm run cli -- secret set content-service - --tenant telko',
    '  npm run cli -- content connect https://cms.example --app funkel --client funkel:website --tenant telko',
    '',
    'Everything is fetched at once; if that fails, nothing changes. Fields of a schema are named as in "content import", with a small',
    'first letter: titel, content, position.',
  ],
  tenant: 'required',
  needs: 'set-up',
  options: {
    app: { value: 'APP', text: 'name of the app at the server' },
    client: { value: 'ID', text: 'id of its client, as app:name' },
    schemas: { value: 'faq=NAME,…', text: "the server's own names of schemas, where they differ" },
    refresh: { value: 'SECONDS', text: 'how long a change may take to be seen (60)' },
    off: { text: 'show the built-in content again' },
  },
  async run({ args, values, tenant: code, actor, deps }) {
    const tenant = await deps.tenants.get(code)
    const who = { actor, now: deps.clock.now() }
    if (values.off) {
      const problem = await disconnectContent(deps, tenant, who)
      if (problem !== null) throw new CommandError(`Nothing has changed: ${problem}`)
      return { data: { connected: false }, text: `${code} shows its built-in content again.` }
    }
    const url = feedAddress(args[0] ?? '')
    if (!url || url.search || url.hash)
      throw new UsageError('URL is the address of the server, as https://cms.example')
    const { app, client: clientId } = values
    if (!app || !clientId) throw new UsageError('--app and --client are needed')
    const refreshSeconds = Number(values.refresh ?? 60)
    if (!Number.isInteger(refreshSeconds) || refreshSeconds < 5 || refreshSeconds > 86_400)
      throw new UsageError('--refresh takes 5 to 86400 seconds')
    const service = {
      url: url.href.replace(/\/+$/, ''),
      clientId,
      schemas: readSchemas(values.schemas),
      refreshSeconds,
    }
    const { entries, problems } = await connectContent(deps, tenant, { app, service }, who).catch(
      (error: unknown) => {
        if (error instanceof OutsideError)
          throw new CommandError(`Nothing has changed: ${error.message}`)
        throw error
      },
    )
    const counts = contentSchemas.map((schema) => [schema, entries[schema].length] as const)
    return {
      data: { connected: true, entries: Object.fromEntries(counts), problems },
      text: [
        table(
          ['Schema', 'Entries'],
          counts.map(([schema, count]) => [schema, String(count)]),
          '',
        ),
        ...(problems.length > 0
          ? [
              '',
              table(
                ['Schema', 'Id', 'Left out'],
                problems.map(({ schema, id, why }) => [schema, id, why]),
                '',
              ),
            ]
          : []),
        '',
        `${code} shows the content of ${url.origin} now.`,
      ].join('\n'),
    }
  },
})

function readSchemas(pairs: string | undefined): Record<string, string> {
  const read = (pairs ?? '').split(',').filter((pair) => pair !== '')
  return Object.fromEntries(
    read.map((pair) => {
      const [schema = '', name = ''] = pair.split('=')
      if (!contentSchemas.includes(schema as ContentSchema) || !/^[a-z][\w-]*$/i.test(name))
        throw new UsageError(`--schemas takes ${contentSchemas.join(', ')}, each as faq=NAME`)
      return [schema, name]
    }),
  )
}
