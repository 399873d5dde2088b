/** The map that the build draws (scripts/world-map.ts). */
declare module 'virtual:world-map' {
  const map: import('../../../scripts/world-map.ts').WorldMap;
  export default map;
}
