import { createHash } from 'node:crypto'
import type { Theme } from '../../domain/tenant.ts'

type Device = { tablet: boolean; manufacturer: string; name: string; rank: 0 | 1 | 2 }

// Device colours, chosen by name, so that a model looks the same everywhere.
const finishes = [
  ['#2a2d34', '#43474f'],
  ['#d9d4cb', '#f0ece4'],
  ['#8f9fb4', '#b3c0d1'],
  ['#7d9a8a', '#a5bdb0'],
  ['#c9a9a0', '#e2c9c2'],
  ['#54476f', '#7a6c98'],
] as const

/** A number below `below` derived from a text. */
const pick = (text: string, below: number) =>
  createHash('sha256').update(text).digest().readUInt16BE(0) % below

/** A device from back and front, or a lying tablet; the maker decides cameras and motif, the model its colour. */
export function drawDevice(colours: Theme['colours'], device: Device): string {
  const finish = finishes[pick(device.name, finishes.length)] ?? finishes[0]
  const wallpaper = drawWallpaper(colours, device)
  const body = device.tablet ? tablet(device, finish) : phones(device, finish)
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 480 360" width="480" height="360">` +
    `<defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop stop-color="${finish[1]}"/><stop offset="1" stop-color="${finish[0]}"/></linearGradient>` +
    `<linearGradient id="w" x1="0" y1="0" x2="1" y2="1"><stop stop-color="${colours.primary}"/><stop offset="1" stop-color="${colours.heroBackground}"/></linearGradient>` +
    `<clipPath id="s">${body.screen}</clipPath></defs>` +
    `<rect width="480" height="360" fill="${colours.background}"/>` +
    `<ellipse cx="240" cy="330" rx="${device.tablet ? 176 : 132}" ry="9" fill="${colours.text}" opacity=".1"/>` +
    `${body.back}<g clip-path="url(#s)">${body.place(wallpaper)}</g>${body.front}</svg>\n`
  )
}

/** The maker's motif, 200 x 300. */
function drawWallpaper(colours: Theme['colours'], { manufacturer, name }: Device): string {
  const turn = pick(name, 60)
  const ground = `<rect width="200" height="300" fill="url(#w)"/>`
  const [first, second] = [colours.accent, colours.heroText]
  const motifs = [
    () =>
      `<circle cx="${130 + turn}" cy="96" r="78" fill="${first}"/><circle cx="56" cy="${206 + turn / 2}" r="104" fill="${second}" opacity=".16"/>`,
    () =>
      `<path d="M-20 ${230 - turn}C50 ${150 - turn} 120 ${280 - turn} 220 ${170 - turn}V320H-20Z" fill="${first}"/>` +
      `<path d="M-20 ${262 - turn / 2}C60 200 130 310 220 220V320H-20Z" fill="${second}" opacity=".3"/>`,
    () =>
      [0, 1, 2, 3]
        .map(
          (ring) =>
            `<circle cx="100" cy="${130 + turn}" r="${34 + ring * 34}" fill="none" stroke="${ring % 2 ? second : first}" stroke-width="14" opacity="${1 - ring * 0.22}"/>`,
        )
        .join(''),
    () =>
      `<g transform="rotate(${turn - 30} 100 150)"><path d="M-60 150H260" stroke="${first}" stroke-width="46"/>` +
      `<path d="M-60 214H260" stroke="${second}" stroke-width="18" opacity=".4"/></g>`,
    () =>
      `<path d="M100 ${30 + turn}L190 ${200 + turn}H10Z" fill="${first}"/><path d="M100 ${120 + turn}L220 330H-20Z" fill="${second}" opacity=".22"/>`,
    () =>
      [0, 1, 2, 3, 4, 5]
        .map(
          (at) =>
            `<circle cx="${30 + (at % 2) * 120}" cy="${50 + Math.floor(at / 2) * 96 + turn / 3}" r="${at === turn % 6 ? 42 : 24}" fill="${at === turn % 6 ? first : second}" opacity="${at === turn % 6 ? 1 : 0.22}"/>`,
        )
        .join(''),
  ]
  return ground + (motifs[pick(manufacturer, motifs.length)]?.() ?? '')
}

type Drawn = { back: string; front: string; screen: string; place: (motif: string) => string }

function phones({ manufacturer, rank }: Device, finish: readonly [string, string]): Drawn {
  const corner = rank === 2 ? 26 : rank === 1 ? 22 : 17
  const edge = rank === 2 ? 5 : rank === 1 ? 7 : 10
  const screen = `<rect x="${238 + edge}" y="${34 + edge}" width="${138 - 2 * edge}" height="${286 - 2 * edge}" rx="${corner - edge / 2}"/>`
  return {
    back:
      `<rect x="108" y="50" width="138" height="270" rx="${corner}" fill="url(#g)"/>` +
      `<rect x="108.75" y="50.75" width="136.5" height="268.5" rx="${corner}" fill="none" stroke="#000" stroke-opacity=".16" stroke-width="1.5"/>` +
      cameras(manufacturer, rank, finish) +
      // A shadow separates the two.
      `<rect x="232" y="40" width="20" height="280" rx="12" fill="#000" opacity=".12"/>` +
      `<rect x="238" y="34" width="138" height="286" rx="${corner + 3}" fill="#14151a"/>`,
    screen,
    place: (motif) => `<g transform="translate(211 34) scale(.96)">${motif}</g>`,
    front:
      (rank === 0
        ? `<circle cx="307" cy="${34 + edge + 12}" r="4.5" fill="#14151a"/>`
        : `<rect x="${rank === 2 ? 287 : 297}" y="${34 + edge + 9}" width="${rank === 2 ? 40 : 20}" height="11" rx="5.5" fill="#14151a"/>`) +
      `<rect x="283" y="${308 - edge}" width="48" height="4" rx="2" fill="#fff" opacity=".8"/>`,
  }
}

/** Lenses in the maker's arrangement, more for better devices. */
function cameras(manufacturer: string, rank: 0 | 1 | 2, finish: readonly [string, string]): string {
  const lens = (x: number, y: number, r = 12) =>
    `<circle cx="${x}" cy="${y}" r="${r}" fill="#14151a"/><circle cx="${x}" cy="${y}" r="${r * 0.45}" fill="#4b5566"/><circle cx="${x - r * 0.25}" cy="${y - r * 0.3}" r="${r * 0.16}" fill="#fff" opacity=".7"/>`
  const plate = (x: number, y: number, width: number, height: number, rx: number) =>
    `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${rx}" fill="${finish[0]}" stroke="#000" stroke-opacity=".14"/>`
  const spots = [
    () => {
      const places = [
        [138, 82],
        [138, 114],
        [166, 98],
      ] as const
      return (
        plate(118, 62, 68, 72, 18) +
        places
          .slice(0, rank + 1)
          .map(([x, y]) => lens(x, y))
          .join('')
      )
    },
    () =>
      plate(120, 64, 36, 36 + rank * 30, 18) +
      [0, 1, 2]
        .slice(0, rank + 1)
        .map((at) => lens(138, 82 + at * 30))
        .join(''),
    () =>
      plate(116, 66, 122, 34, 17) +
      [0, 1, 2]
        .slice(0, rank + 1)
        .map((at) => lens(136 + at * 30, 83, 11))
        .join(''),
    () =>
      plate(140, 64, 74, 74, 37) +
      (rank === 0 ? lens(177, 101, 16) : '') +
      (rank === 1 ? lens(164, 101, 12) + lens(192, 101, 12) : '') +
      (rank === 2 ? lens(177, 86, 12) + lens(162, 112, 12) + lens(192, 112, 12) : ''),
  ]
  return spots[pick(`${manufacturer} cameras`, spots.length)]?.() ?? ''
}

function tablet({ rank }: Device, finish: readonly [string, string]): Drawn {
  const edge = rank === 2 ? 9 : rank === 1 ? 12 : 16
  return {
    back: `<rect x="68" y="66" width="344" height="250" rx="20" fill="url(#g)"/><rect x="71" y="69" width="338" height="244" rx="18" fill="#14151a"/>`,
    screen: `<rect x="${71 + edge}" y="${69 + edge}" width="${338 - 2 * edge}" height="${244 - 2 * edge}" rx="9"/>`,
    // Rotated, the upright motif fills the lying screen.
    place: (motif) => `<g transform="translate(409 69) rotate(90) scale(1.22 1.13)">${motif}</g>`,
    front:
      `<circle cx="240" cy="${69 + edge / 2}" r="2.5" fill="#4b5566"/>` +
      (rank === 2
        ? `<rect x="82" y="48" width="230" height="10" rx="5" fill="${finish[1]}"/><rect x="82" y="48" width="24" height="10" rx="5" fill="${finish[0]}"/><path d="M312 48l22 5-22 5z" fill="#14151a"/>`
        : ''),
  }
}
