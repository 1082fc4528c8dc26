/** An inside straight: four cards and the gap in the middle. */
export function Logo() {
  return (
    <svg className="logo" viewBox="0 0 30 24" aria-hidden="true">
      <g className="logo-cards">
        <rect x="1" y="13" width="4.400" height="9" rx="1.400" />
        <rect x="6.900" y="10" width="4.400" height="12" rx="1.400" />
        <rect x="18.700" y="4" width="4.400" height="18" rx="1.400" />
        <rect x="24.600" y="1" width="4.400" height="21" rx="1.400" />
      </g>
      <rect className="logo-gap" x="13.300" y="7.500" width="3.400" height="14" rx="1.200" />
    </svg>
  );
}
