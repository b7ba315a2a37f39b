export type QrMatrix = { size: number; path: string }

/** A QR code's matrix as one SVG path. Loaded on demand, only by pages that draw one. */
export async function makeQrMatrix(text: string): Promise<QrMatrix> {
  const { create } = await import('qrcode')
  const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules
  let path = ''
  for (let index = 0; index < data.length; index++) {
    if (data[index]) path += `M${index % size} ${Math.floor(index / size)}h1v1h-1z`
  }
  return { size, path }
}

/** Black on white with the standard's quiet zone of four modules in every theme: cameras need it. */
export function QrCode({ matrix, label }: { matrix: QrMatrix; label: string }) {
  const edge = matrix.size + 8
  return (
    <svg
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an inline SVG is the image itself
      role="img"
      aria-label={label}
      viewBox={`-4 -4 ${edge} ${edge}`}
      shapeRendering="crispEdges"
      className="qr-code h-auto w-full max-w-60"
    >
      <rect x="-4" y="-4" width={edge} height={edge} fill="#fff" />
      <path d={matrix.path} fill="#000" />
    </svg>
  )
}
