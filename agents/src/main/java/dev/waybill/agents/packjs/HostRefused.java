package dev.waybill.agents.packjs;

/// This host does not do what the code of a pack asks for. The code may catch it, as any error.
final class HostRefused extends Exception {
    private static final long serialVersionUID = 1;

    private final String code;

    HostRefused(String code, String message) {
        super(message);
        this.code = code;
    }

    String code() {
        return code;
    }

    @Override
    public String getMessage() {
        return String.valueOf(super.getMessage());
    }
}
