package dev.waybill.receipt.bundle;

/// Names inside an archive that lead out of it, or mean different files to different tools.
final class ZipPaths {

    private ZipPaths() {}

    static boolean unsafe(String name) {
        if (name.isEmpty() || name.startsWith("/") || (name.length() > 1 && name.charAt(1) == ':')) {
            return true;
        }
        for (int i = 0; i < name.length(); i++) {
            if (name.charAt(i) == '\\' || name.charAt(i) < ' ') {
                return true;
            }
        }
        for (String part : name.split("/", -1)) {
            if (part.equals("..") || part.equals(".") || part.isEmpty()) {
                return true;
            }
        }
        return false;
    }
}
