import { readFileSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { demoTenants } from '../src/server/demo/demo-tenants.ts'
import { brandFile } from '../src/server/gateways/pictures/brand-file.ts'

// Mail clients show no SVG, so the demo's pictures in mails are drawn as PNG at build time, on the tenant's own background: clients that
// turn a mail dark leave pictures as they are.

const heights = { logo: 88 }
const heroSize = { width: 1120, height: 420 }

/** Draws them into the built client's folder beside the SVG: logo.svg becomes logo.mail.png. */
export async function drawMailPictures(client: string): Promise<void> {
  for (const { tenant, rewardOptions } of demoTenants) {
    const { logo, heroPicture, colours } = tenant.theme
    const ground = { background: colours.surface }
    await draw(client, logo, (svg) => svg.resize({ height: heights.logo }).flatten(ground))
    const { width, height } = await sharp(brandFile(heroPicture)!).metadata()
    // A landscape is cropped to fill the strip; its middle stays whole.
    const wide = width / height > 1.5
    await draw(client, heroPicture, (svg) =>
      svg
        .resize({
          ...heroSize,
          fit: wide ? 'cover' : 'contain',
          background: colours.heroBackground,
        })
        .flatten({ background: colours.heroBackground }),
    )
    for (const { picture, kind } of rewardOptions)
      if (kind === 'voucher')
        await draw(client, picture, (svg) => svg.resize({ width: 400 }).flatten(ground))
  }
}

async function draw(client: string, path: string, shape: (svg: Sharp) => Sharp) {
  const svg = sharp(readFileSync(brandFile(path)!), { density: 200 })
  const png = await shape(svg)
    .png({ palette: true, colours: 48, compressionLevel: 9, effort: 10, dither: 0 })
    .toBuffer()
  writeFileSync(`${client}${path.replace(basename(path), basename(path, '.svg'))}.mail.png`, png)
}
