import { basename, extname } from 'node:path'
import { picturePath } from '../../contract/picture-path.ts'
import { audit } from '../../server/base/audit-store.ts'
import { findPicture, savePicture } from '../../server/content/picture-store.ts'
import { withTenant } from '../../server/db/connection.ts'
import { PictureError, resizePicture } from '../../server/gateways/pictures/resize-picture.ts'
import { command, CommandError, UsageError } from '../command.ts'
import { readInput } from '../files.ts'

export const largestPicture = 10 * 1024 * 1024 // bytes, as in the table

export const picturesImport = command({
  group: 'pictures',
  name: 'import',
  args: ['FILE'],
  summary: 'Keep a picture for the texts of a tenant; one of the same id is replaced',
  details: [
    'FILE is a JPEG, PNG, WebP, AVIF or GIF of at most 10 MB and 40 megapixels (12 as AVIF). Pages get it in the size that they need.',
    'A change is seen within five minutes, by those who saw the picture before within the hour.',
  ],
  tenant: 'required',
  needs: 'set-up',
  options: { id: { value: 'ID', text: 'its name in addresses (that of FILE without its ending)' } },
  async run({ args, values, tenant: code, actor, deps }) {
    const file = args[0] ?? ''
    const id = values.id ?? basename(file, extname(file))
    if (!/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/.test(id))
      throw new UsageError('--id is up to 64 letters, digits, _ and -, a letter or digit first')
    const tenant = await deps.tenants.get(code)
    const bytes = Buffer.from(await readInput(file))
    if (bytes.length > largestPicture) throw new CommandError(`${file} is larger than 10 MB.`)
    const background = tenant.theme.colours.surface
    await resizePicture(bytes, { width: 96, format: 'jpeg', background }).catch(
      (error: unknown) => {
        throw error instanceof PictureError
          ? new CommandError(
              `${file} is no JPEG, PNG, WebP, AVIF or GIF of at most 40 megapixels (12 as AVIF).`,
            )
          : error
      },
    )
    await withTenant(deps.db, code, async (tx) => {
      const known = await findPicture(tx, code, id)
      await savePicture(tx, code, id, bytes, deps.clock.realNow())
      await audit(tx, code, {
        at: deps.clock.now(),
        actor,
        action: 'picture-saved',
        subjectKind: 'picture',
        subjectId: id,
        change: { before: known ? { bytes: known.length } : null, after: { bytes: bytes.length } },
      })
    })
    const path = picturePath(code, 'inhalt', id, 640)
    return { data: { id, path }, text: `The picture is kept: ${path}` }
  },
})
