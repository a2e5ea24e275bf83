const width = 200
const height = 32

/** A line without axes, for which the number beside it speaks. */
export function Sparkline({ values }: { values: readonly number[] }) {
  const low = Math.min(...values)
  const span = Math.max(1, Math.max(...values) - low)
  const points = values.map((value, index) => {
    const x = (index / Math.max(1, values.length - 1)) * width
    const y = height - 2 - ((value - low) / span) * (height - 4)
    return `${x.toFixed(1)},${y.toFixed(1)}`
  })
  return (
    <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
      <polygon points={`0,${height} ${points.join(' ')} ${width},${height}`} fill="var(--accent-soft)" stroke="none" />
      <polyline
        points={points.join(' ')}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}
