package dev.waybill.agents.pack;

/// Why a pack cannot be used.
///
/// @param file inside the pack
/// @param place a JSON pointer; empty for the whole file
/// @param message what was expected and what was found
public record PackProblem(String file, String place, String message) {

    @Override
    public String toString() {
        return place.isEmpty() ? file + ": " + message : file + " at " + place + ": " + message;
    }
}
