// Names are looked up by the host, for packs whose manifest asks for it.
export const lookup = async (name, options = {}) => {
  const all = globalThis.__waybill.ask('lookup', { name: String(name) });
  return options === true || options.all ? all : all[0];
};
export default { lookup };
