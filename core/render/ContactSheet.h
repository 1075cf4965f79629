// A run at a glance: small pictures in a grid, each with its caption.
#pragma once

#include "render/Image.h"

#include <string>
#include <vector>

namespace firn {

struct ContactSheetOptions {
    int columns = 0;          ///< 0: about as many as rows
    int thumbnailWidth = 320; ///< pixels
    std::string title;        ///< above all; empty: none
};

/// Puts the pictures side by side in their order, labels[i] ("frame 12") under picture i; missing labels are left out.
Image contactSheet(const std::vector<Image>& images, const std::vector<std::string>& labels,
                   const ContactSheetOptions& options = {});

} // namespace firn
