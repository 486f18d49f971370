#!/bin/sh
# Installs Waybill from this unpacked release, or removes it again.
#
#   ./install.sh [PREFIX]               into PREFIX/lib/waybill, with a link PREFIX/bin/waybill
#   ./install.sh --uninstall [PREFIX]   removes both; runs and keys stay
#
# PREFIX is /usr/local where that may be written, else ~/.local. Installing again replaces what is there.
set -eu

say() { printf 'waybill: %s\n' "$1"; }
die() {
  say "$1" >&2
  exit 3
}

release=$(cd -P "$(dirname "$0")" && pwd)
action=install
if [ "${1-}" = --uninstall ]; then
  action=uninstall
  shift
fi
if [ $# -gt 0 ]; then
  prefix=$1
elif [ -w /usr/local/bin ] && [ -w /usr/local/lib ]; then
  prefix=/usr/local
else
  prefix=${HOME:?set HOME, or name a PREFIX}/.local
fi
lib=$prefix/lib/waybill link=$prefix/bin/waybill target=../lib/waybill/waybill

# Only what this script has put there is replaced or removed.
if [ -e "$lib" ] && [ ! -x "$lib/java/bin/java" ]; then die "$lib is not a release of Waybill; move it away first"; fi
if [ -L "$link" ]; then
  [ "$(readlink "$link")" = "$target" ] || die "$link leads elsewhere; remove it first"
elif [ -e "$link" ]; then
  die "$link is another program; move it away first"
fi

if [ "$action" = uninstall ]; then
  rm -f "$link"
  rm -rf "$lib"
  say "removed $lib and $link; your runs and keys stay where they are"
  exit 0
fi

command -v bash >/dev/null || die "bash is needed to start Waybill; install it first"
[ -x "$release/java/bin/java" ] || die "$release is not an unpacked release"
mkdir -p "$prefix/lib" "$prefix/bin"
if [ "$release" != "$(cd -P "$lib" 2>/dev/null && pwd)" ]; then
  # The start-up caches know the jars by their times, so these are kept. A running Waybill keeps what it has open.
  rm -rf "$lib.new" "$lib.old"
  cp -Rp "$release" "$lib.new"
  if [ -e "$lib" ]; then mv "$lib" "$lib.old"; fi
  mv "$lib.new" "$lib"
  rm -rf "$lib.old"
fi
ln -sf "$target" "$link"
say "$("$link" --version) is in $lib"
case ":${PATH-}:" in
  *":$prefix/bin:"*) say "try: waybill demo" ;;
  *) say "try: $link demo (and put $prefix/bin on your PATH)" ;;
esac
